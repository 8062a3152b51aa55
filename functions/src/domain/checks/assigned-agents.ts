import { type Assignment, assignmentId } from '@farwatch/core/documents/assignment';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/values/locations';
import type { Getter } from '../../platform/db/collection.ts';
import { assignments } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';

const assignedFields = assignments.pick(
  'agentId',
  'generation',
  'live',
  'liveSeq',
  'previousGeneration',
  'previousLiveSeq',
);

/** The agent of an owner's assignment at each location, its generation and whether its votes count. */
export type AssignedAgents = Partial<
  Record<
    LocationCode,
    Pick<Assignment, 'agentId' | 'generation' | 'live' | 'liveSeq' | 'previousGeneration' | 'previousLiveSeq'>
  >
>;

/** Reads an owner's assignments without their endpoints, inside or outside a transaction. */
export async function readAssignedAgents(run: Run, ownerId: string, from: Getter = run.db): Promise<AssignedAgents> {
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, ownerId)));
  const found = await assignedFields.getAll(from, ...refs);
  const assignedAgents: AssignedAgents = {};
  LOCATION_CODES.forEach((location, index) => {
    const assigned = found[index];
    if (assigned) assignedAgents[location] = assigned;
  });
  return assignedAgents;
}

/** Returns the locations that have an agent, with its id. */
export function assignedLocations(
  assignedAgents: AssignedAgents,
  locations: readonly LocationCode[] = LOCATION_CODES,
): { location: LocationCode; agentId: string }[] {
  return locations.flatMap((location) => {
    const agentId = assignedAgents[location]?.agentId ?? null;
    return agentId === null ? [] : [{ location, agentId }];
  });
}
