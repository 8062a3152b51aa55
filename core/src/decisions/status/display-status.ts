import { LOCATION_CODES, type LocationCode } from '../../values/locations.ts';
import type { EndpointStatus, MonitorStatus } from '../../values/status.ts';
import type { Vote, Votes } from '../../values/vote.ts';
import { downLocations } from './status-rules.ts';

/** A displayed status. An endpoint is `partial` if it is up by quorum but fails from a location, else `slow` if it is that. */
export type DisplayStatus = EndpointStatus | 'partial' | 'slow';

/** The displayed status while requested checks run, which can also be an unconfirmed failure or recovery. */
type RecheckStatus = DisplayStatus | 'failing' | 'recovering';

type Known = { status: EndpointStatus; votes: Votes; slow: { since: number } | null };

/** The result of a location's newest check, and when it started, epoch ms. */
type LatestCheck = { at: number; success: boolean };
export type LatestChecks = Partial<Record<LocationCode, LatestCheck>>;

/**
 * Returns `partial` while the endpoint is up and some location's last vote is down, even if that location is silent;
 * otherwise `slow` while it is up, but slow.
 */
export function endpointDisplayStatus({ status, votes, slow }: Known): DisplayStatus {
  if (status !== 'up') return status;
  if (Object.values(votes).some((vote) => !vote.up)) return 'partial';
  return slow ? 'slow' : 'up';
}

/** A monitor's displayed status. */
export type MonitorDisplayStatus = MonitorStatus | 'PARTIAL' | 'SLOW' | 'PAUSED';

/**
 * Returns `PARTIAL` if no endpoint is down and at least one is partial, otherwise `SLOW` if one is slow, and `PAUSED` if all
 * endpoints are paused.
 */
export function monitorDisplayStatus(endpoints: readonly Known[]): MonitorDisplayStatus {
  const status = monitorStatus(endpoints.map((each) => each.status));
  if (endpoints.length > 0 && endpoints.every((each) => each.status === 'paused')) return 'PAUSED';
  if (status !== 'UP') return status;
  const shown = endpoints.map(endpointDisplayStatus);
  if (shown.includes('partial')) return 'PARTIAL';
  return shown.includes('slow') ? 'SLOW' : status;
}

/** Returns the locations whose vote is down and not withdrawn. */
export function failingLocations(votes: Votes): LocationCode[] {
  return downLocations(votes).filter((location) => !votes[location]?.withdrawn);
}

/** Whether a check contradicts its location's vote, so that a second check has to confirm one of them. */
export function isUnconfirmed(vote: Vote | undefined, { at, success }: LatestCheck): boolean {
  if (!vote || vote.withdrawn !== undefined) return !success;
  return vote.up !== success && at >= vote.since;
}

/**
 * Returns an endpoint's status while a requested check runs: neither up nor down while a check is unconfirmed, or while
 * some locations have changed their vote and other requested ones have not checked yet.
 */
export function displayStatusDuringRecheck(
  endpoint: Known,
  checks: LatestChecks,
  requested: { atMs: number; locations: readonly LocationCode[] },
): RecheckStatus {
  const { status, votes } = endpoint;
  if (status === 'paused') return status;
  const unconfirmed = LOCATION_CODES.flatMap((location) => {
    const check = checks[location];
    return check && isUnconfirmed(votes[location], check) ? [check] : [];
  });
  if (unconfirmed.some(({ success }) => !success)) return 'failing';
  if (unconfirmed.length > 0) return 'recovering';
  const isComplete = requested.locations.every((location) => (checks[location]?.at ?? 0) >= requested.atMs);
  const newVotes = Object.values(votes).filter((vote) => vote.withdrawn === undefined && vote.since >= requested.atMs);
  if (isComplete || newVotes.length === 0) return endpointDisplayStatus(endpoint);
  if (status === 'up' && newVotes.some((vote) => !vote.up)) return 'failing';
  return status === 'down' && newVotes.some((vote) => vote.up) ? 'recovering' : endpointDisplayStatus(endpoint);
}

/** Returns DOWN if any endpoint is down, UP if at least one is up and none is down, otherwise UNKNOWN. */
export function monitorStatus(statuses: readonly EndpointStatus[]): MonitorStatus {
  if (statuses.includes('down')) return 'DOWN';
  return statuses.includes('up') ? 'UP' : 'UNKNOWN';
}
