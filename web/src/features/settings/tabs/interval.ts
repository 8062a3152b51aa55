import type { User } from '@farwatch/core/documents/user';
import { INTERVALS_MIN } from '@farwatch/core/values/limits';

export type Interval = User['monitorInterval'];

export const SHORTEST: Interval = INTERVALS_MIN[0];
export const LONGEST: Interval = INTERVALS_MIN[INTERVALS_MIN.length - 1] ?? SHORTEST;

/** The interval, minutes, that a slider position snaps to. */
export function nearestInterval(minutes: number): Interval {
  return INTERVALS_MIN.reduce<Interval>(
    (best, each) => (Math.abs(each - minutes) < Math.abs(best - minutes) ? each : best),
    SHORTEST,
  );
}

const STEPS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageDown', -1],
]);

/** The interval after a key press: next, previous, first or last; null for other keys. */
export function intervalByKey(from: Interval, key: string): Interval | null {
  if (key === 'Home') return SHORTEST;
  if (key === 'End') return LONGEST;
  const step = STEPS.get(key);
  return step === undefined ? null : (INTERVALS_MIN[INTERVALS_MIN.indexOf(from) + step] ?? from);
}

const MINUTES_PER_DAY = 24 * 60;

/** How often an endpoint is checked per day from one location. */
export function checksPerDay(interval: Interval): number {
  return MINUTES_PER_DAY / interval;
}
