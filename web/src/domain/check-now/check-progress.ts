import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { isUnconfirmed } from '@farwatch/core/decisions/status/display-status';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Votes } from '@farwatch/core/values/vote';

/** A check that was requested from all of an endpoint's or monitor's locations. */
export type CheckRequest = {
  locations: readonly LocationCode[];
  /** The time of the request by the server's clock. */
  requestedAtMs: number;
  /** Endpoints that had just been checked and are not checked again. */
  recent: readonly string[];
};

export type ShownCheck = Checks['data'][number];

/** The result of one location. */
export type LocationCheck = {
  location: LocationCode;
  /** Null until the result arrives. */
  check: ShownCheck | null;
  /** Whether the result contradicts the location's vote. */
  isUnconfirmed: boolean;
};

/** The page has shown `known` checks since `knownSince` (ISO): later API responses must contain them. */
export type SeenChecks = { known: number; knownSince: string };

/** How far an agent's clock may be behind the server's before its result is mistaken for an older check. */
const CLOCK_SLACK_MS = SECOND_MS / 2;

/** The request, from the API's response. */
export function toCheckRequest({ locations, requestedAt, checkedJustNow }: TestRequested): CheckRequest {
  return { locations, requestedAtMs: Date.parse(requestedAt), recent: checkedJustNow };
}

/** Checks from this time on belong to the request, epoch ms. */
export function validSinceMs({ requestedAtMs }: CheckRequest): number {
  return requestedAtMs - CLOCK_SLACK_MS;
}

/** Like validSinceMs, as an ISO string. */
export function validSince(request: CheckRequest): string {
  return new Date(validSinceMs(request)).toISOString();
}

/** Whether the last check, ISO or null for never, is newer than the request. */
export function isNewerThanRequest(request: CheckRequest, lastCheckAt: string | null): boolean {
  return lastCheckAt !== null && Date.parse(lastCheckAt) >= validSinceMs(request);
}

/** The newest result of each requested location. */
export function resultsByLocation(request: CheckRequest, checks: readonly ShownCheck[], votes: Votes): LocationCheck[] {
  return request.locations.map((location) => {
    const own = checks.filter((check) => check.location === location && isNewerThanRequest(request, check.checkTime));
    const [newest = null] = own.toSorted((a, b) => Date.parse(b.checkTime) - Date.parse(a.checkTime));
    const found = newest && { at: Date.parse(newest.checkTime), success: newest.success };
    return { location, check: newest, isUnconfirmed: found !== null && isUnconfirmed(votes[location], found) };
  });
}
