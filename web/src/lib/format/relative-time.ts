import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/time';

/** How long ago something was; `date` if a day or more. */
type RelativeTime =
  | { kind: 'none' }
  | { kind: 'now' }
  | { kind: 'minutes'; count: number }
  | { kind: 'hours'; count: number }
  | { kind: 'date' };

/**
 * Below 60 s now, below 1 h in minutes, below 24 h in hours, then a date. Times in the future, from a fast clock, are
 * now.
 */
export function relativeTime(atMs: number | null, nowMs: number): RelativeTime {
  if (atMs === null) return { kind: 'none' };
  const agoMs = nowMs - atMs;
  if (agoMs < MINUTE_MS) return { kind: 'now' };
  if (agoMs < HOUR_MS) return { kind: 'minutes', count: Math.floor(agoMs / MINUTE_MS) };
  if (agoMs < DAY_MS) return { kind: 'hours', count: Math.floor(agoMs / HOUR_MS) };
  return { kind: 'date' };
}

/** How many whole days ago something was. */
export function daysAgo(atMs: number, nowMs: number): number {
  return Math.floor((nowMs - atMs) / DAY_MS);
}
