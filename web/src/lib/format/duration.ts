import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/time';

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
