import type { Agent, Registration } from '@farwatch/core/documents/agent';
import { agentUid } from '../../agents/agent-token.ts';
import { releaseAgent } from '../../agents/rebalance.ts';
import { agentStates, agents, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import type { ApiRun } from '../route.ts';
import { ownAgent } from './own-agent.ts';

/**
 * Ends the device that an agent is on: its key and tokens are void, and what it held is given to others. With a new registration
 * a device may join again; without one the agent is about to be deleted. Gives the agent as it is then; throws ApiError
 * not_found. The device goes before all that may fail: called again, it does what is left.
 */
export async function retireAgent(
  run: ApiRun,
  caller: Caller,
  id: string,
  registration: Registration | null,
): Promise<Agent> {
  for (;;) {
    const [document, state] = await run.db.getAll(agents.ref(run.db, id), agentStates.ref(run.db, id), {
      fieldMask: ['ownerId', 'tokenGeneration'],
    });
    if (!document || document.get('ownerId') !== caller.uid) throw new ApiError('not_found');
    const tokenGeneration = Number(state?.get('tokenGeneration'));
    // First the account, which is found by this generation: if it stayed open after a failure, no later call would find
    // it.
    await closeAccount(run, agentUid(id, tokenGeneration));
    const agent = await endGeneration(run, caller, { id, tokenGeneration, registration });
    if (!agent) continue;
    await releaseAgent(run, id);
    return { ...agent, joined: false, lost: false, endpointCount: 0 };
  }
}

type Ending = { id: string; tokenGeneration: number; registration: Registration | null };

/**
 * Voids the keys and tokens of this generation; returns the agent as it was, or null if a later generation has begun.
 */
function endGeneration(
  run: ApiRun,
  caller: Caller,
  { id, tokenGeneration, registration }: Ending,
): Promise<Agent | null> {
  const ref = agents.ref(run.db, id);
  const stateRef = agentStates.ref(run.db, id);
  return run.db.runTransaction(async (tx) => {
    const [[document], [state]] = await Promise.all([
      tx.getAll(ref),
      tx.getAll(stateRef, { fieldMask: ['tokenGeneration'] }),
    ]);
    const found = ownAgent(caller, document);
    if (Number(state?.get('tokenGeneration')) !== tokenGeneration) return null;
    tx.update(ref, agents.part({ joined: false, lost: false }));
    tx.update(
      stateRef,
      agentStates.part({ tokenGeneration: tokenGeneration + 1, publicKey: null, deleting: registration === null }),
    );
    if (registration) tx.set(registrations.ref(run.db, REGISTRATION_ID, id), registrations.whole(registration));
    return found;
  });
}

/**
 * The security rules know the old device by its token, so no new one may be issued, not even by an unused custom token.
 * An account that never signed in is created just to be disabled.
 */
async function closeAccount({ auth }: ApiRun, uid: string): Promise<void> {
  try {
    await auth.updateUser(uid, { disabled: true });
    await auth.revokeRefreshTokens(uid);
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'auth/user-not-found';
    if (!isNew) throw error;
    await auth.createUser({ uid, disabled: true });
  }
}
