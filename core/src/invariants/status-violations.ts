import { assignmentId } from '../documents/assignment.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Flip } from '../documents/flip.ts';
import { endpointStatus } from '../status/quorum.ts';
import type { EndpointStatus } from '../status/status.ts';
import { type AssignedByLocation, countingVotes } from '../status/vote.ts';
import type { Stored, Violation } from './stored.ts';

/**
 * An endpoint's status follows from its votes. Endpoints of owners with news that is not applied yet are left out: their
 * votes are about to change.
 */
export function statusViolations({ endpoints, assignments, flips }: Stored): Violation[] {
  const unsettled = [...flips.values()];
  return [...endpoints].flatMap(([id, endpoint]) => {
    if (unsettled.some((flip) => concerns(flip, endpoint.ownerId))) return [];
    const assigned: AssignedByLocation = {};
    for (const location of endpoint.locations) {
      const assignment = assignments.get(assignmentId(location, endpoint.ownerId));
      if (assignment) assigned[location] = assignment;
    }
    const counting = countingVotes(endpoint.votes, endpoint.locations, assigned);
    const derived = endpointStatus(endpoint.votes, counting);
    if (mayBe(endpoint, derived)) return [];
    return [{ document: `endpoints/${id}`, text: `is ${endpoint.status}, and by its votes ${derived}` }];
  });
}

/** The liveness of an agent concerns all owners that it watches for, whom it does not name. */
function concerns({ liveness, verdicts }: Flip, ownerId: string): boolean {
  return liveness !== null || verdicts[ownerId] !== undefined;
}

/**
 * Votes that say down by what others no longer say make nothing down that was not; and who lost all votes is unknown, not
 * new.
 */
function mayBe({ status }: Endpoint, derived: EndpointStatus): boolean {
  if (status === derived) return true;
  return derived === 'down' ? status !== 'pending' : derived === 'pending' && status === 'unknown';
}
