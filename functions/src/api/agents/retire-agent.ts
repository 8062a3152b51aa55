import type { Agent, Registration } from '@farwatch/core/documents/agent';
import { agentUid } from '../../agents/agent-token.ts';
import { releaseAgent } from '../../agents/rebalance.ts';
import { agentStates, agents, REGISTRATION_ID, registrations } from '../../db/kinds.ts';
import type { Caller } from '../authenticate.ts';
import type { ApiRun } from '../route.ts';
import { ownAgent } from './own-agent.ts';

/**
 * Ends the device that an agent is on: its key and tokens are void, and what it held is given to others (design 4). With a new
 * registration another device, or the same, may join. Gives the agent as it is then. Throws ApiError not_found.
 */
export async function retireAgent(
  run: ApiRun,
  caller: Caller,
  id: string,
  registration: Registration | null,
): Promise<Agent> {
  const ref = agents.ref(run.db, id);
  const stateRef = agentStates.ref(run.db, id);
  const gone = { joined: false, lost: false };
  const { agent, gen } = await run.db.runTransaction(async (tx) => {
    const [[document], [state]] = await Promise.all([tx.getAll(ref), tx.getAll(stateRef, { fieldMask: ['gen'] })]);
    const found = ownAgent(caller, document);
    const ended = Number(state?.get('gen'));
    tx.update(ref, agents.part(gone));
    tx.update(stateRef, agentStates.part({ gen: ended + 1, publicKey: null }));
    if (registration) {
      tx.set(registrations.ref(run.db, REGISTRATION_ID, id), registrations.whole(registration));
    }
    return { agent: found, gen: ended };
  });
  await releaseAgent(run, id);
  await closeAccount(run, agentUid(id, gen));
  return { ...agent, ...gone, endpointCount: 0 };
}

/**
 * The security rules know the old device by its token: no new one may come, not even by a custom token that it was given
 * before and has not used. An account that was never signed in to is made just to be closed.
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
