import type { Heartbeat, Ping, PingKind } from '../../documents/heartbeat.ts';
import type { Canary } from '../../documents/sweep.ts';
import type { CheckError } from '../../values/check.ts';
import { scheduleOf } from '../../values/check-types/heartbeat.ts';
import { HEARTBEAT } from '../../values/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../values/time.ts';
import { dueTime, excusedUntil } from './due-time.ts';

/** A ping as it was received. `body`: its last 10 KB as text. */
export type ReceivedPing = Pick<Ping, 'kind' | 'exitStatus' | 'rid' | 'bytes'> & { body: string };

/** A vote that a heartbeat casts: since when it is up, or down and why. */
export type HeartbeatVote = {
  sinceMs: number;
  error: Extract<CheckError, 'missedPing' | 'jobOverrun' | 'jobFailed'> | null;
  exitStatus: number | null;
  body: string;
};

/** A heartbeat afterwards, and its vote if that is another one than before. */
export type HeartbeatChange = { heartbeat: Heartbeat; vote: HeartbeatVote | null };

/** A longer run time is none: its start belongs to another run. */
const MOST_DURATION_MS = 72 * HOUR_MS;

/**
 * Applies a ping as Healthchecks does: a success or failure decides the state and ends the run that it belongs to. A
 * success of another run leaves the started one running, unless that has overrun: it would be late again after each
 * success. While paused, pings are only remembered.
 */
export function applyPing(before: Heartbeat, ping: ReceivedPing, nowMs: number): HeartbeatChange {
  const { kind, rid } = ping;
  const durationMs = kind === 'success' || kind === 'fail' ? runTime(before.pings, rid, nowMs) : null;
  const heartbeat = remember(before, ping, durationMs, nowMs);
  if (before.paused || kind === 'log') return { heartbeat, vote: null };
  if (kind === 'start') return withDueTime({ ...heartbeat, lastStartAt: nowMs, lastStartRid: rid }, null);
  const state = kind === 'fail' ? 'down' : 'up';
  const isRunOver = before.lastStartRid === rid || kind === 'fail' || rid === null || hasOverrun(before, nowMs);
  const slow = kind === 'success' ? slowAfter(before, durationMs, nowMs) : before.slow;
  const after: Heartbeat = {
    ...heartbeat,
    state,
    slow,
    lastPingAt: nowMs,
    lastSuccessAt: kind === 'success' ? nowMs : before.lastSuccessAt,
    ...(isRunOver && { lastStartAt: null, lastStartRid: null }),
  };
  const isSlowChanged = (slow === null) !== (before.slow === null);
  if (state === before.state && !isSlowChanged) return withDueTime(after, null);
  const error = kind === 'fail' ? 'jobFailed' : null;
  return withDueTime(after, { sinceMs: nowMs, error, exitStatus: ping.exitStatus, body: ping.body });
}

/**
 * Declares a heartbeat down that is late; null if it is not. If its ping may be lost in an outage of the ping URL, it
 * is put off instead. `outage`: the last one.
 */
export function applyLateness(before: Heartbeat, outage: Canary['outage'], nowMs: number): HeartbeatChange | null {
  const { dueAt, lastStartAt } = before;
  if (dueAt === null || dueAt > nowMs || before.paused) return null;
  const excused = outage && excusedUntil(before, dueAt, outage);
  if (excused !== null && excused > nowMs) return { heartbeat: { ...before, dueAt: excused }, vote: null };
  const ofSchedule = dueTime({ ...before, lastStartAt: null });
  const isOverrun = lastStartAt !== null && (ofSchedule === null || dueAt < ofSchedule);
  const error = isOverrun ? 'jobOverrun' : 'missedPing';
  return withDueTime({ ...before, state: 'down' }, { sinceMs: dueAt, error, exitStatus: null, body: '' });
}

/** Each run decides: a job may run once a day. One whose start is not known changes nothing. */
function slowAfter({ slowMs, slow }: Heartbeat, durationMs: number | null, nowMs: number): Heartbeat['slow'] {
  if (slowMs === null) return null;
  if (durationMs === null) return slow;
  return durationMs > slowMs ? (slow ?? { since: nowMs, ms: durationMs }) : null;
}

function hasOverrun({ check, lastStartAt }: Heartbeat, nowMs: number): boolean {
  return lastStartAt !== null && nowMs - lastStartAt >= scheduleOf(check).graceSec * SECOND_MS;
}

function withDueTime(heartbeat: Heartbeat, vote: HeartbeatVote | null): HeartbeatChange {
  const voteSeq = heartbeat.voteSeq + (vote ? 1 : 0);
  return { heartbeat: { ...heartbeat, voteSeq, dueAt: dueTime(heartbeat) }, vote };
}

/** The time since the last start of the same run, unless that run has ended since; runs overlap. */
function runTime(pings: readonly Ping[], rid: string | null, nowMs: number): number | null {
  const last = pings.findLast((ping) => ping.rid === rid && ping.kind !== 'log');
  if (last?.kind !== 'start') return null;
  const durationMs = Math.max(0, nowMs - last.at);
  return durationMs > MOST_DURATION_MS ? null : durationMs;
}

function remember(before: Heartbeat, received: ReceivedPing, durationMs: number | null, nowMs: number): Heartbeat {
  const { body, ...rest } = received;
  const number = before.pingCount + 1;
  const bodies = body === '' ? before.bodies : [...before.bodies, { number, text: body }].slice(-HEARTBEAT.bodies);
  return {
    ...before,
    pingCount: number,
    today: countToday(before.today, nowMs),
    pings: [...before.pings, { ...rest, number, at: nowMs, durationMs }].slice(-HEARTBEAT.pings),
    bodies,
  };
}

function countToday({ date, count }: Heartbeat['today'], nowMs: number): Heartbeat['today'] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return { date: today, count: date === today ? count + 1 : 1 };
}

/** The kind of a ping with an exit status. */
export function kindOfExit(exitStatus: number): PingKind {
  return exitStatus === 0 ? 'success' : 'fail';
}
