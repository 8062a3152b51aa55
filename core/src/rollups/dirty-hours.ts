import { z } from 'zod';
import { atMsSchema, countSchema } from '../fields.ts';
import { MINUTE_MS } from '../time.ts';

/** As long as a roll-up may take, so that one that died is begun again. */
const LEASE_MS = 6 * MINUTE_MS;

/**
 * Hours of an agent that are to be rolled up, by their start: `order` of the report that brought the newest checks, and until
 * when somebody is at it.
 */
export const dirtyHoursSchema = z.record(
  z.string().regex(/^\d+$/),
  z.object({ order: countSchema, leaseUntil: atMsSchema.nullable() }),
);
export type DirtyHours = z.infer<typeof dirtyHoursSchema>;

/** The hours with one that checks came for, in the report of that order. */
export function markHour(hours: DirtyHours, hourAt: number, order: number): DirtyHours {
  return { ...hours, [hourAt]: { order, leaseUntil: hours[hourAt]?.leaseUntil ?? null } };
}

/** Whether nobody is at work on a marked hour. */
export function isFree(hours: DirtyHours, hourAt: number, nowMs: number): boolean {
  return (hours[hourAt]?.leaseUntil ?? 0) <= nowMs;
}

/**
 * The hours with one leased to who rolls it up now; null where somebody else is at it. It is marked as long as it lasts: should
 * the work end halfway, the sweep finds it. `order` is the agent's last, for an hour that nothing new came for.
 */
export function leaseHour(hours: DirtyHours, hourAt: number, order: number, nowMs: number): DirtyHours | null {
  if (!isFree(hours, hourAt, nowMs)) return null;
  return { ...hours, [hourAt]: { order: hours[hourAt]?.order ?? order, leaseUntil: nowMs + LEASE_MS } };
}

/** The hours once one was rolled up by who leased it as `leased`: its mark stays where checks came since, or another took over. */
export function finishHour(hours: DirtyHours, hourAt: number, leased: DirtyHours): DirtyHours {
  const { [hourAt]: now, ...others } = hours;
  const { [hourAt]: mine } = leased;
  if (!now || !mine || now.leaseUntil !== mine.leaseUntil) return hours;
  return now.order === mine.order ? others : { ...others, [hourAt]: { ...now, leaseUntil: null } };
}

/** The hours once a roll-up has failed: the mark stays, and whoever comes next may begin at once. */
export function releaseHour(hours: DirtyHours, hourAt: number, leased: DirtyHours): DirtyHours {
  const now = hours[hourAt];
  if (!now || now.leaseUntil !== leased[hourAt]?.leaseUntil) return hours;
  return { ...hours, [hourAt]: { ...now, leaseUntil: null } };
}
