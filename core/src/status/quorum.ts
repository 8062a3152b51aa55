import { type LocationCode, orderedLocations } from '../locations.ts';
import type { EndpointStatus } from './status.ts';
import type { Votes } from './vote.ts';

/**
 * The endpoint's status by quorum (docs/architecture.md, Status): pending before any vote, unknown when none counts,
 * down when more than half of the counting locations say down, else up.
 */
export function endpointStatus(votes: Votes, counting: Votes): EndpointStatus {
  if (Object.keys(votes).length === 0) return 'pending';
  const total = Object.keys(counting).length;
  if (total === 0) return 'unknown';
  return downLocations(counting).length * 2 > total ? 'down' : 'up';
}

/**
 * The status after a change other than a down verdict: a lost agent, an edit, a location that is up again. It never
 * becomes down: the remaining votes keep the endpoint up if one of them says up, else it is unknown.
 */
export function statusWithoutNewFailure(before: EndpointStatus, votes: Votes, counting: Votes): EndpointStatus {
  const status = endpointStatus(votes, counting);
  if (status !== 'down' || before === 'down') return status;
  const isSeenUp = Object.values(counting).some((vote) => vote.up);
  return before === 'up' && isSeenUp ? 'up' : 'unknown';
}

/** The locations whose vote is down. */
export function downLocations(votes: Votes): LocationCode[] {
  const entries = Object.entries(votes) as [LocationCode, { up: boolean }][];
  return orderedLocations(entries.filter(([, vote]) => !vote.up).map(([location]) => location));
}
