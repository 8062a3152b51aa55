import { HOUR_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';

/** The clock goes back by at most this much. */
const FOLD_MS = 3 * HOUR_MS;

/**
 * Returns the start of a window that starts at this minute: by the zone's clock, or in UTC while that clock shows times for the
 * second time, which would be read as the first.
 */
export function startNow(nowMs: number, timeZone: string): { start: string; timeZone: string } {
  const clock = wallClock(timeZone);
  const offsetMs = clock.offsetMs(nowMs);
  if (offsetMs < clock.offsetMs(nowMs - FOLD_MS)) return { start: minuteOf(nowMs), timeZone: 'UTC' };
  return { start: minuteOf(nowMs + offsetMs), timeZone };
}

function minuteOf(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 16);
}
