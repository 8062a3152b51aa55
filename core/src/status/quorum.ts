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

/** An endpoint before a change; `isInOutage`: an outage has begun and not ended, even if nothing is known now. */
export type StatusBefore = { status: EndpointStatus; isInOutage: boolean };

/** All votes, those that count, and those by which an outage lasts (`lastingVotes`). */
export type KnownVotes = { votes: Votes; counting: Votes; lasting: Votes };

/**
 * The status after a change; `saysDown`: it is a new down verdict. Nothing else makes an endpoint down: the remaining
 * votes keep it up if one of them says up, else it is unknown. Nor does a loss or a return end an outage: while some vote
 * that counts says down it lasts as long as most of its votes do; then it is over where one says up that is not from
 * before its agent was away, and until then nothing is known.
 */
export function statusAfter(before: StatusBefore, known: KnownVotes, saysDown: boolean): EndpointStatus {
  const { votes, counting, lasting } = known;
  const status = endpointStatus(votes, counting);
  const mayBeDown = saysDown || before.status === 'down';
  if (status === 'down') {
    if (mayBeDown) return 'down';
    const isSeenUp = Object.values(counting).some((vote) => vote.up);
    return before.status === 'up' && isSeenUp ? 'up' : 'unknown';
  }
  if (status !== 'up' || !before.isInOutage || endpointStatus(votes, lasting) !== 'down') return status;
  if (downLocations(counting).length > 0) return mayBeDown ? 'down' : 'unknown';
  return Object.values(lasting).some((vote) => vote.up) ? 'up' : 'unknown';
}

/** The locations whose vote is down. */
export function downLocations(votes: Votes): LocationCode[] {
  const entries = Object.entries(votes) as [LocationCode, { up: boolean }][];
  return orderedLocations(entries.filter(([, vote]) => !vote.up).map(([location]) => location));
}
