import { assignmentId } from '../../documents/assignment.ts';
import type { VerdictChange } from '../../documents/verdict-change.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { type AssignedByLocation, countingVotes } from '../../values/vote.ts';
import { areMostDown, outageVotes, quorumStatus } from '../status/status-rules.ts';
import type { Stored, Violation } from './stored.ts';

/**
 * Checks that endpoints' statuses match their votes. Endpoints of owners with unapplied verdict changes are skipped.
 */
export function statusViolations({ endpoints, assignments, verdictChanges }: Stored): Violation[] {
  const unapplied = [...verdictChanges.values()];
  return [...endpoints].flatMap(([id, endpoint]) => {
    if (unapplied.some((verdictChange) => affects(verdictChange, endpoint.ownerId))) return [];
    const assigned: AssignedByLocation = {};
    for (const location of endpoint.locations) {
      const assignment = assignments.get(assignmentId(location, endpoint.ownerId));
      if (assignment) assigned[location] = assignment;
    }
    const counting = countingVotes(endpoint.votes, endpoint.locations, assigned);
    const derived = quorumStatus(endpoint.votes, counting);
    const canBeInOutage = areMostDown(outageVotes(endpoint.votes, counting, assigned));
    if (canHaveStatus(endpoint.status, derived, canBeInOutage)) return [];
    return [{ document: `endpoints/${id}`, text: `is ${endpoint.status}, but ${derived} by its votes` }];
  });
}

/** A verdict change with a liveness affects all owners of its agent, which it does not list. */
function affects({ liveness, verdicts }: VerdictChange, ownerId: string): boolean {
  return liveness !== null || verdicts[ownerId] !== undefined;
}

/**
 * Some statuses may differ from the derived one: an endpoint only becomes down through a new vote, stays down while
 * outage votes are down, and is unknown, not pending, after it lost all votes.
 */
function canHaveStatus(status: EndpointStatus, derived: EndpointStatus, canBeInOutage: boolean): boolean {
  if (status === derived) return true;
  if (derived === 'down') return status !== 'pending';
  if (derived === 'pending') return status === 'unknown';
  return derived === 'up' && canBeInOutage && (status === 'down' || status === 'unknown');
}
