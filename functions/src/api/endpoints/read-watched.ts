import { assignmentId } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES } from '@farwatch/core/locations';
import { assignments } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';
import type { AssignedAgents } from '../../status/assigned-agents.ts';

const watchedFields = assignments.pick('agentId', 'generation', 'live', 'endpoints');

/** All of an owner's endpoints and their agents, from at most three documents: what is watched is assigned. */
export async function readWatched(
  run: Run,
  ownerId: string,
): Promise<{ endpointIds: Set<string>; assignedAgents: AssignedAgents }> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const watched = await watchedFields.getAll(run.db, ...refs);
  const assignedAgents: AssignedAgents = {};
  const endpointIds = new Set<string>();
  LOCATION_CODES.forEach((location, index) => {
    const found = watched[index];
    if (!found) return;
    const { endpoints, ...assigned } = found;
    assignedAgents[location] = assigned;
    for (const id of Object.keys(endpoints)) endpointIds.add(id);
  });
  return { endpointIds, assignedAgents };
}
