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
  const agent = await run.db.runTransaction(async (tx) => {
    const [[document], [state]] = await Promise.all([tx.getAll(ref), tx.getAll(stateRef, { fieldMask: ['gen'] })]);
    const found = ownAgent(caller, document);
    tx.update(ref, agents.part(gone));
    tx.update(stateRef, agentStates.part({ gen: Number(state?.get('gen')) + 1, publicKey: null }));
    if (registration) {
      tx.set(registrations.ref(run.db, REGISTRATION_ID, id), registrations.whole(registration));
    }
    return found;
  });
  await releaseAgent(run, id);
  await endSessions(run, id);
  return { ...agent, ...gone, endpointCount: 0 };
}

/** Without this the old device could renew the token that the security rules know it by. */
async function endSessions({ auth }: ApiRun, id: string): Promise<void> {
  try {
    await auth.revokeRefreshTokens(agentUid(id));
  } catch (error) {
    const never = error instanceof Error && 'code' in error && error.code === 'auth/user-not-found';
    if (!never) throw error;
  }
}
