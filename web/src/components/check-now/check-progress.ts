import type { Checks } from '@farwatch/core/api/endpoints';
import type { TestRequested } from '@farwatch/core/api/monitors';
import type { LocationCode } from '@farwatch/core/locations';
import { isDoubted } from '@farwatch/core/status/standing';
import type { Votes } from '@farwatch/core/status/vote';
import { SECOND_MS } from '@farwatch/core/time';

/**
 * What was asked for: where, and from when on by the server's clock checks are the answer. `recent` are endpoints that had
 * been checked just before and were not asked for again.
 */
export type Asked = { locations: readonly LocationCode[]; requestedAtMs: number; recent: readonly string[] };

export type ShownCheck = Checks['data'][number];

/** What one location has answered; null while nothing has come. `doubted`: a second check is to confirm it. */
export type LocationAnswer = { location: LocationCode; check: ShownCheck | null; doubted: boolean };

/** Checks that were seen: at least `known` since `knownSince`, an ISO string. What is asked for after them must hold them. */
export type SeenChecks = { known: number; knownSince: string };

/** How far an agent's clock may be behind the server's without its answer being taken for an older check. */
const CLOCK_SLACK_MS = SECOND_MS / 2;

/** The request as the API answered it. */
export function askedOf({ locations, requested_at, checked_just_now }: TestRequested): Asked {
  return { locations, requestedAtMs: Date.parse(requested_at), recent: checked_just_now };
}

/** From when on checks are asked for, epoch ms. */
export function answersSinceMs({ requestedAtMs }: Asked): number {
  return requestedAtMs - CLOCK_SLACK_MS;
}

/** The same as an ISO string. */
export function answersSince(asked: Asked): string {
  return new Date(answersSinceMs(asked)).toISOString();
}

/** Whether something that was last checked then has been since it was asked for; ISO, null for never. */
export function isAnswer(asked: Asked, lastCheckAt: string | null): boolean {
  return lastCheckAt !== null && Date.parse(lastCheckAt) >= answersSinceMs(asked);
}

/** The newest answer of every location that was asked, in their order; `votes` are what the locations say for sure. */
export function answersOf(asked: Asked, checks: readonly ShownCheck[], votes: Votes): LocationAnswer[] {
  return asked.locations.map((location) => {
    const own = checks.filter((check) => check.location === location && isAnswer(asked, check.check_time));
    const [newest = null] = own.toSorted((a, b) => Date.parse(b.check_time) - Date.parse(a.check_time));
    const found = newest && { at: Date.parse(newest.check_time), success: newest.success };
    return { location, check: newest, doubted: found !== null && isDoubted(votes[location], found) };
  });
}
