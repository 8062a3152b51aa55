import type { Heartbeat } from '../../documents/heartbeat.ts';
import type { Canary } from '../../documents/sweep.ts';
import { type HeartbeatSchedule, scheduleOf } from '../../values/check-types/heartbeat.ts';
import { nextCronTime } from '../../values/cron.ts';
import { HEARTBEAT } from '../../values/limits.ts';
import { SECOND_MS } from '../../values/time.ts';

/** Half of the time between two cron times, which are at least a minute apart. */
const CLOCK_AHEAD_MS = 30 * SECOND_MS;

/**
 * Returns when the next ping is expected after one, epoch ms; null if a cron expression matches no more. A ping shortly
 * before a cron time is that of this time: the clock of the job's machine is ahead.
 */
export function nextExpected(schedule: HeartbeatSchedule, lastPingAtMs: number): number | null {
  if (schedule.cron !== null) return nextCronTime(schedule.cron, schedule.timeZone, lastPingAtMs + CLOCK_AHEAD_MS);
  return lastPingAtMs + schedule.periodSec * SECOND_MS;
}

/**
 * Returns when the heartbeat is late: the grace time after its next ping is expected, or after its job has started,
 * whichever is earlier. Null while it is down or paused, and before its first ping.
 */
export function dueTime({
  check,
  paused,
  state,
  lastPingAt,
  lastStartAt,
}: Pick<Heartbeat, 'check' | 'paused' | 'state' | 'lastPingAt' | 'lastStartAt'>): number | null {
  if (paused || state === 'down') return null;
  const schedule = scheduleOf(check);
  const expected = lastPingAt === null ? null : nextExpected(schedule, lastPingAt);
  const times = [expected, lastStartAt].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times) + schedule.graceSec * SECOND_MS;
}

/**
 * Returns until when a heartbeat with that due time is not late because of an outage of the ping URL: its job has the
 * time to ping once more, counted from the outage's end. Null if no ping was expected in the outage. A ping is expected
 * up to the grace time early or late.
 */
export function excusedUntil(
  { check }: Pick<Heartbeat, 'check'>,
  dueAtMs: number,
  { startedAt, endedAt }: NonNullable<Canary['outage']>,
): number | null {
  const schedule = scheduleOf(check);
  const graceMs = schedule.graceSec * SECOND_MS;
  if (dueAtMs <= startedAt || dueAtMs - 2 * graceMs > endedAt) return null;
  const most = endedAt + HEARTBEAT.excusedMs;
  return Math.min(nextExpected(schedule, endedAt) ?? most, most) + graceMs;
}
