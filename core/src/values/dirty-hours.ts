import { z } from 'zod';
import { atMsSchema, countSchema } from './fields.ts';
import { DRAIN, RETENTION } from './limits.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/** Hours are rolled up five minutes after they end. Checks that arrive from a minute before that on mark their hour. */
export const MARK_HOUR_AFTER_MS = HOUR_MS + 4 * MINUTE_MS;
const ROLLED_AFTER_MS = HOUR_MS + 5 * MINUTE_MS;

/** The hourly roll-up covers two hours. */
const ROLLED_KEPT = 2;

/** A roll-up that takes longer is considered dead, and another may start. */
const LEASE_MS = 6 * MINUTE_MS;

/**
 * An agent's hours that need a roll-up, by their start: `agentSeq` of the report with the newest checks, and when the
 * lease of the roll-up under way ends, or the wait after one that failed. `failures`: how many failed in a row.
 */
export const dirtyHoursSchema = z.record(
  z.string().regex(/^\d+$/),
  z.object({ agentSeq: countSchema, leaseUntil: atMsSchema.nullable(), failures: countSchema.optional() }),
);
export type DirtyHours = z.infer<typeof dirtyHoursSchema>;

/** Marks an hour that has checks from the report `agentSeq`. */
export function markHour(hours: DirtyHours, hourAt: number, agentSeq: number): DirtyHours {
  return { ...hours, [hourAt]: { ...(hours[hourAt] ?? { leaseUntil: null }), agentSeq } };
}

/** Whether an hour is complete, with the usual delay of its last checks. A roll-up before that would miss checks. */
export function isHourComplete(hourAt: number, nowMs: number): boolean {
  return nowMs >= hourAt + ROLLED_AFTER_MS;
}

/** Returns the hours between the newest of `before` and `hourAt`, as far back as checks are accepted. */
export function hoursBetween(before: readonly number[], hourAt: number): number[] {
  const from = Math.max(Math.max(...before) + HOUR_MS, hourAt - RETENTION.lateMs);
  return Array.from({ length: Math.max(0, (hourAt - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);
}

/**
 * Marks the hours between the newest rolled-up one and `hourAt`: the schedule missed them, and checks that arrived on
 * time did not mark them.
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

/** Whether no roll-up of an hour is under way, and none that failed has to wait. */
export function isUnleased(hours: DirtyHours, hourAt: number, nowMs: number): boolean {
  return (hours[hourAt]?.leaseUntil ?? 0) <= nowMs;
}

/**
 * Leases an hour to the caller; null if another roll-up holds it. The hour stays marked, so that the sweep finds it if
 * the roll-up stops halfway. `agentSeq` is the agent's last one, for an hour that is not marked.
 */
export function leaseHour(hours: DirtyHours, hourAt: number, agentSeq: number, nowMs: number): DirtyHours | null {
  if (!isUnleased(hours, hourAt, nowMs)) return null;
  return { ...hours, [hourAt]: { ...(hours[hourAt] ?? { agentSeq }), leaseUntil: nowMs + LEASE_MS } };
}

/** Unmarks an hour that the caller has rolled up. The mark stays if new checks came or another roll-up took over. */
export function finishHour(hours: DirtyHours, hourAt: number, leased: DirtyHours): DirtyHours {
  const { [hourAt]: now, ...others } = hours;
  const { [hourAt]: own } = leased;
  if (!now || !own || now.leaseUntil !== own.leaseUntil) return hours;
  return now.agentSeq === own.agentSeq ? others : { ...others, [hourAt]: { agentSeq: now.agentSeq, leaseUntil: null } };
}

/**
 * Ends the lease of a failed roll-up: the mark stays. The next may start immediately, and after more failures in a row
 * in 1, 2, 4 … 60 minutes, since what fails always would be written for all other owners each minute.
 */
export function releaseHour(hours: DirtyHours, hourAt: number, leased: DirtyHours, nowMs: number): DirtyHours {
  const now = hours[hourAt];
  if (!now || now.leaseUntil !== leased[hourAt]?.leaseUntil) return hours;
  const failures = (now.failures ?? 0) + 1;
  const waitMs = Math.min(DRAIN.retryFromMs * 2 ** Math.min(failures - 2, 20), DRAIN.retryToMs);
  return { ...hours, [hourAt]: { ...now, failures, leaseUntil: failures === 1 ? null : nowMs + waitMs } };
}

/** Whether an hour was rolled up and no checks have come for it since. */
export function isRolledUp(rolledHours: readonly number[], hours: DirtyHours, hourAt: number): boolean {
  return rolledHours.includes(hourAt) && hours[hourAt] === undefined;
}

/**
 * Adds an hour to the newest rolled-up ones, unless its roll-up started before the hour was complete: checks since then
 * have not marked it.
 */
export function addRolledUp(rolledHours: readonly number[], hourAt: number, nowMs: number): number[] {
  if (!isHourComplete(hourAt, nowMs)) return [...rolledHours];
  return [...new Set([...rolledHours, hourAt])].sort((a, b) => a - b).slice(-ROLLED_KEPT);
}
