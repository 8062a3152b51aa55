import type { ShiftAnswer } from '@farwatch/core/contracts/api/rotations';
import { addDays, type WallClock } from '@farwatch/core/values/zone';

type OnDay = Pick<ShiftAnswer, 'uid' | 'isOverride'>;

/** The most that a day names. */
const MOST = 6;

/**
 * Returns who is on duty on each day of a clock, YYYY-MM-DD, in order. A shift that ends at midnight is not part of the
 * day that starts then.
 */
export function daysOf(shifts: readonly ShiftAnswer[], clock: WallClock): ReadonlyMap<string, readonly OnDay[]> {
  const days = new Map<string, OnDay[]>();
  const dayAt = (atMs: number) => new Date(atMs + clock.offsetMs(atMs)).toISOString().slice(0, 10);
  for (const { uid, isOverride, startsAt, endsAt } of shifts) {
    const last = dayAt(Date.parse(endsAt) - 1);
    for (let day = dayAt(Date.parse(startsAt)); day <= last; day = addDays(day, 1)) {
      const listed = days.get(day) ?? [];
      if (listed.length < MOST) days.set(day, [...listed, { uid, isOverride }]);
    }
  }
  return days;
}
