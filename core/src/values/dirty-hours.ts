import { z } from 'zod';
import { atMsSchema, countSchema } from './fields.ts';
import { KEEP } from './limits.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/** Hours are rolled up five minutes after they end; checks that come from a minute before that on mark their hour. */
export const MARKED_AFTER_MS = HOUR_MS + 4 * MINUTE_MS;
const ROLLED_AFTER_MS = HOUR_MS + 5 * MINUTE_MS;

/** The hourly roll-up asks for two hours. */
const ROLLED_KEPT = 2;

/** How long a roll-up may take; after that it is considered dead and started again. */
const LEASE_MS = 6 * MINUTE_MS;

/**
 * Hours of an agent to be rolled up, by their start: `agentSeq` of the report with the newest checks, and until when
 * somebody works on it.
 */
export const dirtyHoursSchema = z.record(
  z.string().regex(/^\d+$/),
  z.object({ agentSeq: countSchema, leaseUntil: atMsSchema.nullable() }),
);
export type DirtyHours = z.infer<typeof dirtyHoursSchema>;

/** The hours with one marked, for checks from the report of that number. */
export function markHour(hours: DirtyHours, hourAt: number, agentSeq: number): DirtyHours {
  return { ...hours, [hourAt]: { agentSeq, leaseUntil: hours[hourAt]?.leaseUntil ?? null } };
}

/**
 * Whether an hour is over, late checks included. What is rolled up before that would be taken for the whole hour.
 */
export function isOver(hourAt: number, nowMs: number): boolean {
  return nowMs >= hourAt + ROLLED_AFTER_MS;
}

/** The hours between the newest of these and `hourAt`, as far back as checks are kept. */
export function hoursBetween(before: readonly number[], hourAt: number): number[] {
  const from = Math.max(Math.max(...before) + HOUR_MS, hourAt - KEEP.lateMs);
  return Array.from({ length: Math.max(0, (hourAt - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);
}

/**
 * The hours with those marked that lie between the newest one rolled up and `hourAt`: the schedule was away for longer than
 * it makes up for, and checks that came in time have marked nothing.
 */
export function markMissed(
  hours: DirtyHours,
  rolledHours: readonly number[],
  hourAt: number,
  agentSeq: number,
): DirtyHours {
  if (rolledHours.length === 0) return hours;
  return hoursBetween(rolledHours, hourAt).reduce((marked, each) => markHour(marked, each, agentSeq), hours);
}

/** Whether nobody works on a marked hour. */
export function isFree(hours: DirtyHours, hourAt: number, nowMs: number): boolean {
  return (hours[hourAt]?.leaseUntil ?? 0) <= nowMs;
}

/**
 * The hours with one leased to the caller; null if somebody else has it. It stays marked while the lease lasts: if the
 * work stops halfway, the sweep finds it. `agentSeq` is the last one, for an hour without new checks.
 */
export function leaseHour(hours: DirtyHours, hourAt: number, agentSeq: number, nowMs: number): DirtyHours | null {
  if (!isFree(hours, hourAt, nowMs)) return null;
  return { ...hours, [hourAt]: { agentSeq: hours[hourAt]?.agentSeq ?? agentSeq, leaseUntil: nowMs + LEASE_MS } };
}

/** The hours after the caller rolled up one it leased: the mark stays if checks came since or another took over. */
export function finishHour(hours: DirtyHours, hourAt: number, leased: DirtyHours): DirtyHours {
  const { [hourAt]: now, ...others } = hours;
  const { [hourAt]: mine } = leased;
  if (!now || !mine || now.leaseUntil !== mine.leaseUntil) return hours;
  return now.agentSeq === mine.agentSeq ? others : { ...others, [hourAt]: { ...now, leaseUntil: null } };
}

/** The hours after a roll-up failed: the mark stays, and the next one may start at once. */
export function releaseHour(hours: DirtyHours, hourAt: number, leased: DirtyHours): DirtyHours {
  const now = hours[hourAt];
  if (!now || now.leaseUntil !== leased[hourAt]?.leaseUntil) return hours;
  return { ...hours, [hourAt]: { ...now, leaseUntil: null } };
}

/** Whether an hour was rolled up, and no checks came for it since. */
export function isRolledUp(rolledHours: readonly number[], hours: DirtyHours, hourAt: number): boolean {
  return rolledHours.includes(hourAt) && hours[hourAt] === undefined;
}

/**
 * The newest hours that were rolled up, with another one if that was begun at `nowMs`, late enough that all checks since
 * have marked it.
 */
export function withRolledUp(rolledHours: readonly number[], hourAt: number, nowMs: number): number[] {
  if (!isOver(hourAt, nowMs)) return [...rolledHours];
  return [...new Set([...rolledHours, hourAt])].sort((a, b) => a - b).slice(-ROLLED_KEPT);
}
