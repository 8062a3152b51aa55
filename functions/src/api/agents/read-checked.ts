import type { AgentPresence } from '@farwatch/core/agents/presence';
import type { OwnerMemory } from '@farwatch/core/documents/agent';
import type { AssignedEndpoint } from '@farwatch/core/documents/assignment';
import { agentStates, agents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { agentAssignments } from './agent-assignments.ts';
import { ownAgent } from './own-agent.ts';

const memoryFields = agentStates.pick('verdicts', 'presence');

/** An endpoint assigned to an agent, and its last check there; null before the first. */
export type Checked = AssignedEndpoint & { id: string; last: { at: number; up: boolean } | null };

/**
 * The endpoints of the caller's agent, and when it was present. Throws ApiError not_found, also for another admin's.
 */
export async function readChecked(
  run: Run,
  caller: Caller,
  id: string,
): Promise<AgentPresence & { checked: Checked[] }> {
  const agent = ownAgent(caller, await agents.ref(run.db, id).get());
  const [assigned, [state]] = await Promise.all([
    agentAssignments(run, id, agent),
    memoryFields.getAll(run.db, agentStates.ref(run.db, id)),
  ]);
  const { verdicts, presence } = state ?? { verdicts: {}, presence: null };
  const checked = assigned.flatMap(({ ownerId, endpoints }) => {
    const memory: OwnerMemory | undefined = verdicts[ownerId];
    return Object.entries(endpoints).map(([endpointId, endpoint]) => ({
      ...endpoint,
      id: endpointId,
      last: lastOf(memory, endpointId),
    }));
  });
  return { checked, presence, activatedAt: agent.activatedAt };
}

function lastOf(memory: OwnerMemory | undefined, endpointId: string): Checked['last'] {
  const [up, at] = memory?.endpoints[endpointId] ?? [];
  return at === undefined ? null : { at, up: up === 1 };
}
