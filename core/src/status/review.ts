import type { Endpoint } from '../documents/endpoint.ts';
import type { Monitor } from '../documents/monitor.ts';
import type { LocationCode } from '../locations.ts';
import { endpointStatus } from './quorum.ts';
import { type AssignedByLocation, countingVotes, isFromBefore, type Vote, type Votes } from './vote.ts';

/**
 * The endpoints of a monitor that may change when other votes count: those whose status would differ, and those with a
 * vote that an incident may depend on. All others are neither read nor written.
 */
export function endpointsToReview(
  monitor: Pick<Monitor, 'endpoints' | 'locations'>,
  assigned: AssignedByLocation,
): string[] {
  return Object.entries(monitor.endpoints)
    .filter(([, { status, votes }]) => {
      const counting = countingVotes(votes, monitor.locations, assigned);
      return endpointStatus(votes, counting) !== status || votesOf(votes).some(isGrave);
    })
    .map(([id]) => id);
}

function votesOf(votes: Votes): Vote[] {
  return Object.values(votes);
}

function isGrave(vote: Vote): boolean {
  return !vote.up || vote.certificateEndsAt !== undefined;
}

/** The other locations whose last verdict differs from the one that just came: they are asked to check now. */
export function disagreeing(votes: Votes, locations: readonly LocationCode[], from: LocationCode): LocationCode[] {
  const verdict = votes[from]?.up;
  return locations.filter((location) => location !== from && votes[location]?.up !== verdict);
}

/**
 * The locations that are to check an endpoint in an outage anew, since their up vote is from before their agent was away:
 * it counts, and cannot end the outage. One that took over from another agent checks everything anyway.
 */
export function toAskAnew(
  { status, votes, locations }: Pick<Endpoint, 'status' | 'votes' | 'locations'>,
  assigned: AssignedByLocation,
): LocationCode[] {
  if (status === 'up' || status === 'pending') return [];
  const counting = countingVotes(votes, locations, assigned);
  return locations.filter((location) => {
    const vote = counting[location];
    const isOwn = vote?.generation === assigned[location]?.generation;
    return vote?.up === true && isOwn && isFromBefore(vote, assigned[location]);
  });
}
