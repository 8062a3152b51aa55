import { formatDuration as durationText } from '@farwatch/core/texts/durations';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';

/** A duration in the user's language as messages write it, too: its two largest units, such as '2 h 5 min'. */
export function formatDuration(lengthMs: number, t: TFunction): string {
  return durationText(lengthMs, {
    d: t('durations.d'),
    h: t('durations.h'),
    min: t('durations.min'),
    s: t('durations.s'),
  });
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
