import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { type AssignedByLocation, predatesAbsence, type Vote, type Votes } from '../../values/vote.ts';

/**
 * All votes of an endpoint, the votes that count (`countingVotes`), and the votes that decide its status: in an outage
 * the `outageVotes`, otherwise the counting ones.
 */
export type EndpointVotes = { votes: Votes; counting: Votes; deciding: Votes };

/**
 * Decides an endpoint's status after a vote changed, or started or stopped counting (docs/status.md, Status rules). The
 * first row that applies:
 *
 * | votes                                 | event, or status before                                       | status  |
 * |---------------------------------------|---------------------------------------------------------------|---------|
 * | no vote at all                        |                                                               | pending |
 * | none counts                           |                                                               | unknown |
 * | at most half of the deciding are down |                                                               | up      |
 * | most deciding are down                | a new down verdict; or down before, and some counting is down | down    |
 * | most deciding are down                | up before, and some counting vote is up                       | up      |
 * | most deciding are down                | anything else                                                 | unknown |
 *
 * So only a new down verdict makes an endpoint down. An outage ends when most of its votes are no longer down, which
 * takes an up verdict, or a location that is no longer watched: a lost agent keeps its down vote in them, a returning
 * one brings no up vote back.
 */
export function statusAfter(
  before: EndpointStatus,
  { votes, counting, deciding }: EndpointVotes,
  hasNewDownVerdict: boolean,
): EndpointStatus {
  const status = quorumStatus(votes, counting);
  if (status === 'pending' || status === 'unknown') return status;
  if (!areMostDown(deciding)) return 'up';
  const isSeenDown = downLocations(counting).length > 0;
  if (hasNewDownVerdict || (before === 'down' && isSeenDown)) return 'down';
  return before === 'up' && Object.values(counting).some(({ up }) => up) ? 'up' : 'unknown';
}

/**
 * Returns the status by quorum only: pending before any vote, unknown when none counts, down when most counting votes
 * are.
 */
export function quorumStatus(votes: Votes, counting: Votes): EndpointStatus {
  if (Object.keys(votes).length === 0) return 'pending';
  if (Object.keys(counting).length === 0) return 'unknown';
  return areMostDown(counting) ? 'down' : 'up';
}

/**
 * Returns the votes that decide when an outage ends: every down vote, including the last verdict of a silent location
 * however old, and the counting up votes except those given before their agent was away.
 */
export function outageVotes(votes: Votes, counting: Votes, assigned: AssignedByLocation): Votes {
  const entries = Object.entries(votes) as [LocationCode, Votes[LocationCode]][];
  return Object.fromEntries(
    entries.filter(
      ([location, vote]) => vote && (!vote.up || (counting[location] && !predatesAbsence(vote, assigned[location]))),
    ),
  );
}

/** Returns the up votes that are slow, if they are more than half of the up votes; else none. */
export function slowVotes(counting: Votes): Votes {
  const entries = Object.entries(counting) as [LocationCode, Vote][];
  const up = entries.filter(([, vote]) => vote.up);
  const slow = up.filter(([, vote]) => vote.slow);
  return slow.length * 2 > up.length ? Object.fromEntries(slow) : {};
}

/** Whether more than half of these votes are down: 1 of 1, 2 of 2, 2 of 3. */
export function areMostDown(votes: Votes): boolean {
  return downLocations(votes).length * 2 > Object.keys(votes).length;
}

/** Returns the locations whose vote is down, in display order. */
export function downLocations(votes: Votes): LocationCode[] {
  const entries = Object.entries(votes) as [LocationCode, { up: boolean }][];
  return orderedLocations(entries.filter(([, vote]) => !vote.up).map(([location]) => location));
}
