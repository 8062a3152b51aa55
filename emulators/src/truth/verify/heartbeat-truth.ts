import type { Ping } from '@farwatch/core/documents/heartbeat';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { nextRun } from '../cron-times.ts';
import type { HeartbeatStep } from '../heartbeat-history.ts';
import type { JobPlan } from '../scenario.ts';

type Reason = 'missedPing' | 'jobOverrun' | 'jobFailed';
/**
 * A time in which a job was late or had failed, until its next success. `starts`: from when it may be shown as down, and
 * why: what is late may fail before that is noticed. `isLate`: nobody said so.
 */
export type BadTime = { fromMs: number; toMs: number; isLate: boolean; starts: { atMs: number; reason: Reason }[] };
/** A ping so shortly before its time is that of this time. */
const CLOCK_AHEAD_MS = 30 * SECOND_MS;
export type JobState = 'pending' | 'up' | 'down' | 'paused';

/** When a job was late or failed, by the pings as they were stored, and what it is in the end. */
export function truthOf(plan: JobPlan, steps: readonly HeartbeatStep[], nowMs: number) {
  const job = new TrueJob(plan);
  for (const step of steps) {
    job.pass(step.atMs);
    job.setPaused(step.status === 'paused', step.atMs);
    if (step.ping && step.status !== 'paused') job.ping(step.ping, step);
  }
  job.pass(nowMs);
  return { badTimes: job.badTimes, state: job.state };
}

class TrueJob {
  readonly badTimes: BadTime[] = [];
  private readonly plan: JobPlan;
  private isPaused = false;
  private bad: BadTime | null = null;
  /** Of the last success or failure, and of the run that goes on. */
  private endedMs: number | null = null;
  private run: { startMs: number; rid: string | null } | null = null;

  constructor(plan: JobPlan) {
    this.plan = plan;
  }

  get state(): JobState {
    if (this.isPaused) return 'paused';
    if (this.bad) return 'down';
    return this.endedMs === null ? 'pending' : 'up';
  }

  /** Time passes, in which the job may have become late. */
  pass(untilMs: number): void {
    if (this.isPaused || this.bad) return;
    const missedMs = this.endedMs === null ? Number.POSITIVE_INFINITY : this.expectedAfter(this.endedMs) + this.graceMs;
    const overrunMs = this.run ? this.run.startMs + this.graceMs : Number.POSITIVE_INFINITY;
    const atMs = Math.min(missedMs, overrunMs);
    if (atMs > untilMs) return;
    this.begin(atMs, overrunMs < missedMs ? 'jobOverrun' : 'missedPing');
  }

  /** After a pause everything starts again. */
  setPaused(isPaused: boolean, atMs: number): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    this.end(atMs);
    this.endedMs = null;
    this.run = null;
  }

  ping({ kind, rid, at }: Ping, { status, atMs: storedMs }: HeartbeatStep): void {
    if (kind === 'log') return;
    if (kind === 'start') {
      // Another run has begun before anybody noticed that the one before was late.
      if (status !== 'down') this.end(storedMs);
      this.run = { startMs: at, rid };
      return;
    }
    this.endedMs = at;
    const isOther = kind === 'success' && rid !== null && this.run?.rid !== rid;
    const hasOverrun = this.run !== null && at - this.run.startMs >= this.graceMs;
    if (!isOther || hasOverrun) this.run = null;
    if (kind === 'success') this.end(storedMs);
    else if (this.bad) this.bad.starts.push({ atMs: at, reason: 'jobFailed' });
    else this.begin(at, 'jobFailed');
  }

  private expectedAfter(atMs: number): number {
    const { cron, timeZone = 'UTC', periodSec = 0 } = this.plan.check;
    return cron === undefined ? atMs + periodSec * SECOND_MS : nextRun(cron, timeZone, atMs + CLOCK_AHEAD_MS);
  }

  private get graceMs(): number {
    return (this.plan.check.graceSec ?? 0) * SECOND_MS;
  }

  private begin(fromMs: number, reason: Reason): void {
    const starts = [{ atMs: fromMs, reason }];
    this.bad = { fromMs, toMs: Number.POSITIVE_INFINITY, isLate: reason !== 'jobFailed', starts };
    this.badTimes.push(this.bad);
  }

  private end(atMs: number): void {
    if (this.bad) this.bad.toMs = atMs;
    this.bad = null;
  }
}

/** Longer than any run. */
const LONGEST_RUN_MS = 72 * HOUR_MS;

/** How long the run took that a ping ended: since the last start of the same run, unless that had ended already. */
export function runTimeOf(ping: Ping, before: readonly Ping[]): number | null {
  if (ping.kind !== 'success' && ping.kind !== 'fail') return null;
  const last = before.findLast(({ kind, rid }) => rid === ping.rid && kind !== 'log');
  if (last?.kind !== 'start' || ping.at - last.at > LONGEST_RUN_MS) return null;
  return Math.max(0, ping.at - last.at);
}
