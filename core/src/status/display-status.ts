import { LOCATION_CODES, type LocationCode } from '../locations.ts';
import { monitorStatus } from './monitor-status.ts';
import type { EndpointStatus, MonitorStatus } from './status.ts';
import { downLocations } from './status-rules.ts';
import type { Vote, Votes } from './vote.ts';

/** A status as it is shown: `partial` is up by quorum while a location sees it fail. */
export type DisplayStatus = EndpointStatus | 'partial';

/** The same while requested checks come in: `failing` and `recovering` are seen but not confirmed yet. */
type PresentStanding = DisplayStatus | 'failing' | 'recovering';

type Known = { status: EndpointStatus; votes: Votes };

/** How a location's newest check went, and when it began, epoch ms. */
type LatestCheck = { at: number; success: boolean };
export type LatestChecks = Partial<Record<LocationCode, LatestCheck>>;

/** How an endpoint stands; partial as long as its incident is open, also while a location that saw it fail is silent. */
export function endpointDisplayStatus({ status, votes }: Known): DisplayStatus {
  return status === 'up' && Object.values(votes).some((vote) => !vote.up) ? 'partial' : status;
}

/** How a monitor stands: partial where none of its endpoints is down and one of them is partial. */
export function monitorDisplayStatus(endpoints: readonly Known[]): MonitorStatus | 'PARTIAL' {
  const status = monitorStatus(endpoints.map((each) => each.status));
  return status === 'UP' && endpoints.some((each) => endpointDisplayStatus(each) === 'partial') ? 'PARTIAL' : status;
}

/** The locations that see it fail now, without those whose vote was withdrawn. */
export function failingLocations(votes: Votes): LocationCode[] {
  return downLocations(votes).filter((location) => !votes[location]?.withdrawn);
}

/** Whether a check contradicts its location's vote; a second check will confirm the one or the other. */
export function isUnconfirmed(vote: Vote | undefined, { at, success }: LatestCheck): boolean {
  if (!vote || vote.withdrawn !== undefined) return !success;
  return vote.up !== success && at >= vote.since;
}

/**
 * An endpoint's standing while a requested check runs: it is not shown as up or down while a check is in doubt, or
 * while some locations have changed their vote and others that were asked have not answered.
 */
export function displayStatusDuringRecheck(
  endpoint: Known,
  checks: LatestChecks,
  asked: { atMs: number; locations: readonly LocationCode[] },
): PresentStanding {
  const { status, votes } = endpoint;
  const doubted = LOCATION_CODES.flatMap((location) => {
    const check = checks[location];
    return check && isUnconfirmed(votes[location], check) ? [check] : [];
  });
  if (doubted.some(({ success }) => !success)) return 'failing';
  if (doubted.length > 0) return 'recovering';
  const isHeard = asked.locations.every((location) => (checks[location]?.at ?? 0) >= asked.atMs);
  const words = Object.values(votes).filter((vote) => vote.withdrawn === undefined && vote.since >= asked.atMs);
  if (isHeard || words.length === 0) return endpointDisplayStatus(endpoint);
  if (status === 'up' && words.some((vote) => !vote.up)) return 'failing';
  return status === 'down' && words.some((vote) => vote.up) ? 'recovering' : endpointDisplayStatus(endpoint);
}
