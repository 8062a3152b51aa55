import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { isUnconfirmed } from '@farwatch/core/decisions/status/display-status';
import type { LocationCode } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Votes } from '@farwatch/core/values/vote';

/**
 * A request: the locations asked, and from when on, by the server's clock, checks answer it. `recent`: endpoints that
 * had just been checked and were not requested again.
 */
export type Asked = { locations: readonly LocationCode[]; requestedAtMs: number; recent: readonly string[] };

export type ShownCheck = Checks['data'][number];

/** One location's result; null while nothing has arrived. `doubted`: it awaits confirmation. */
export type LocationAnswer = { location: LocationCode; check: ShownCheck | null; doubted: boolean };

/** Checks seen so far: at least `known` since `knownSince` (ISO). Later answers must contain them. */
export type SeenChecks = { known: number; knownSince: string };

/** How far an agent's clock may be behind the server's before its result is mistaken for an older check. */
const CLOCK_SLACK_MS = SECOND_MS / 2;

/** The request as the API answered it. */
export function requestedOf({ locations, requested_at, checked_just_now }: TestRequested): Asked {
  return { locations, requestedAtMs: Date.parse(requested_at), recent: checked_just_now };
}

/** Checks from this moment on answer the request, epoch ms. */
export function answersSinceMs({ requestedAtMs }: Asked): number {
  return requestedAtMs - CLOCK_SLACK_MS;
}

/** The same as an ISO string. */
export function answersSince(asked: Asked): string {
  return new Date(answersSinceMs(asked)).toISOString();
}

/** Whether the last check, ISO or null for never, is newer than the request. */
export function isAnswer(asked: Asked, lastCheckAt: string | null): boolean {
  return lastCheckAt !== null && Date.parse(lastCheckAt) >= answersSinceMs(asked);
}

/** The newest result of each requested location, in order; `votes` are the locations' confirmed results. */
export function answersOf(asked: Asked, checks: readonly ShownCheck[], votes: Votes): LocationAnswer[] {
  return asked.locations.map((location) => {
    const own = checks.filter((check) => check.location === location && isAnswer(asked, check.check_time));
    const [newest = null] = own.toSorted((a, b) => Date.parse(b.check_time) - Date.parse(a.check_time));
    const found = newest && { at: Date.parse(newest.check_time), success: newest.success };
    return { location, check: newest, doubted: found !== null && isUnconfirmed(votes[location], found) };
  });
}
