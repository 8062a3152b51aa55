import { assignmentId } from '../documents/assignment.ts';
import type { Flip } from '../documents/flip.ts';
import type { EndpointStatus } from '../status/status.ts';
import { areMostDown, outageVotes, quorumStatus } from '../status/status-rules.ts';
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
    const derived = quorumStatus(endpoint.votes, counting);
    const canBeInOutage = areMostDown(outageVotes(endpoint.votes, counting, assigned));
    if (mayBe(endpoint.status, derived, canBeInOutage)) return [];
    return [{ document: `endpoints/${id}`, text: `is ${endpoint.status}, and by its votes ${derived}` }];
  });
}

/** The liveness of an agent concerns all owners that it watches for, whom it does not name. */
function concerns({ liveness, verdicts }: Flip, ownerId: string): boolean {
  return liveness !== null || verdicts[ownerId] !== undefined;
}

/**
 * Votes that say down by what others no longer say make nothing down that was not, and do not end what was; and who lost
 * all votes is unknown, not new.
 */
function mayBe(status: EndpointStatus, derived: EndpointStatus, canBeInOutage: boolean): boolean {
  if (status === derived) return true;
  if (derived === 'down') return status !== 'pending';
  if (derived === 'pending') return status === 'unknown';
  return derived === 'up' && canBeInOutage && (status === 'down' || status === 'unknown');
}
