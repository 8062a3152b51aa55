import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';

type DurationPart = { unit: 'day' | 'hour' | 'minute' | 'second'; count: number };

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const;

/** A duration as its two largest units, such as '2 h 5 m'; zero units are omitted. Below a second: 0 s. */
export function durationParts(lengthMs: number): DurationPart[] {
  const first = UNITS.findIndex(([, unitMs]) => lengthMs >= unitMs);
  if (first < 0) return [{ unit: 'second', count: 0 }];
  let restMs = lengthMs;
  const parts = UNITS.slice(first, first + 2).map(([unit, unitMs]) => {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    return { unit, count };
  });
  return parts.filter((part) => part.count > 0);
}

/** Formats the parts of a duration in the user's language. */
export function formatDuration(lengthMs: number, t: TFunction): string {
  return durationParts(lengthMs)
    .map(({ unit, count }) => t(`time.${unit}`, { count }))
    .join(' ');
}

/** How long ago something was; `date` if a day or more. */
type RelativeTime =
  | { kind: 'now' }
  | { kind: 'minutes'; count: number }
  | { kind: 'hours'; count: number }
  | { kind: 'date' };

/**
 * Describes a time: below 60 s as now, below 1 h in minutes, below 24 h in hours, then as a date. Times in the future,
 * from a fast clock, are now.
 */
export function relativeTime(atMs: number, nowMs: number): RelativeTime {
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
