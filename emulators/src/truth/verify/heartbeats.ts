import type { Ping } from '@farwatch/core/documents/heartbeat';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { nextRun } from '../cron-times.ts';
import type { HeartbeatStep } from '../heartbeat-history.ts';
import { CALM_MS, type JobPlan } from '../scenario.ts';
import { isJob } from '../site-checks.ts';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** A sweep comes every minute, and takes some seconds. */
const NOTICED_WITHIN_MS = MINUTE_MS + 10 * SECOND_MS;
/** After a gap between sweeps no job is late for this long (docs/heartbeats.md, State). */
const GRACE_MS = 5 * MINUTE_MS;
/** A longer outage of the server certainly is a gap between sweeps. */
const GAP_MS = 3.5 * MINUTE_MS;
/** After faults of the functions everything is normal again by then. */
const NORMAL_AFTER_MS = GRACE_MS + 3 * MINUTE_MS;

type Reason = 'missedPing' | 'jobOverrun' | 'jobFailed';
/** A time in which a job was late or had failed, until its next success. */
type BadTime = {
  fromMs: number;
  toMs: number;
  /** Whether the job was late, and did not report a failure. */
  isLate: boolean;
  /** From when it may be shown as down, and why: a late job may fail before that is noticed. */
  starts: { atMs: number; reason: Reason }[];
};

/** A heartbeat of a world. */
type Subject = { world: World; id: string; plan: JobPlan; steps: readonly HeartbeatStep[]; badTimes: BadTime[] };

/** Heartbeats are down when their jobs are late or have failed, in time and at no other time. */
export function checkHeartbeats(world: World): Finding[] {
  return subjectsOf(world).flatMap((subject) => [
    ...checkStored(subject),
    ...checkDown(subject),
    ...checkUp(subject),
    ...checkNoticed(subject),
    ...checkAfterGap(subject),
    ...checkRunTimes(subject),
    ...checkIncidents(subject),
    ...checkState(subject),
  ]);
}

function subjectsOf(world: World): Subject[] {
  return [...documentsOf(world, 'endpoints')].flatMap(([id, { url }]) => {
    const plan = world.scenario.jobs?.find(({ site }) => isJob(siteOf(url)) && site === siteOf(url));
    const steps = world.server.heartbeats.steps.get(id) ?? [];
    return plan ? [{ world, id, plan, steps, badTimes: truthOf(plan, steps, world.timeline.nowMs).badTimes }] : [];
  });
}

function finding({ plan }: Subject, rule: string, atMs: number, what: string): Finding {
  return { rule, what: `${plan.site} (${JSON.stringify(plan.check)}) at ${formatTime(atMs)}: ${what}` };
}

/** A ping that was answered is stored, once unless a commit was repeated, and nothing else is. */
function checkStored(subject: Subject): Finding[] {
  const { world, plan, steps } = subject;
  const keyOf = ({ kind, exitStatus, rid, at }: Pick<Ping, 'kind' | 'exitStatus' | 'rid' | 'at'>) =>
    `${kind} ${exitStatus} ${rid} ${at}`;
  const stored = Map.groupBy(
    steps.flatMap(({ ping }) => ping ?? []),
    keyOf,
  );
  const findings = world.jobs.arrived.flatMap((each): Finding[] => {
    if (each.site !== plan.site) return [];
    const key = keyOf({ ...each, at: each.atMs });
    const count = stored.get(key)?.length ?? 0;
    stored.delete(key);
    const isRefused = each.status === 429 || each.status === 404;
    const isRight = each.status === 200 ? count >= 1 : !isRefused || count === 0;
    if (isRight && (count <= 1 || world.scenario.chaos > 0)) return [];
    return [finding(subject, 'each ping is stored', each.atMs, `${key} is stored ${count} times (${each.status})`)];
  });
  const others = [...stored].map(([key, [ping]]) => finding(subject, 'only pings are stored', ping?.at ?? 0, key));
  return [...findings, ...others];
}

/** It becomes down only when its job is late or fails, and since then. */
function checkDown(subject: Subject): Finding[] {
  const { steps, badTimes } = subject;
  return steps.flatMap(({ atMs, status, since, error }, index): Finding[] => {
    if (status !== 'down' || steps[index - 1]?.status === 'down') return [];
    const isTrue = badTimes.some(({ starts }) =>
      starts.some((each) => each.atMs <= atMs && each.atMs === since && each.reason === error),
    );
    return isTrue
      ? []
      : [finding(subject, 'no heartbeat is falsely down', atMs, `${error} since ${formatTime(since)}`)];
  });
}

/** A success brings it up at once, a failure down, and nothing else brings it up. */
function checkUp(subject: Subject): Finding[] {
  return subject.steps.flatMap(({ atMs, ping, status }, index): Finding[] => {
    const before = subject.steps[index - 1]?.status;
    if (status === 'paused') return [];
    const wrong = (what: string) => [finding(subject, 'a ping decides at once', atMs, what)];
    if (ping?.kind === 'success') return status === 'up' ? [] : wrong(`${status} after a success`);
    if (ping?.kind === 'fail') return status === 'down' ? [] : wrong(`${status} after a failure`);
    return status === 'up' && before !== 'up' ? wrong(`up after ${ping?.kind ?? 'nothing'}`) : [];
  });
}

/** A late job is down by the next sweep, unless Farwatch itself was down. */
function checkNoticed(subject: Subject): Finding[] {
  const { world, steps, badTimes } = subject;
  return badTimes.flatMap(({ fromMs, toMs }): Finding[] => {
    const dueMs = noticedBy(world, fromMs);
    if (Math.min(toMs, world.timeline.nowMs) <= dueMs) return [];
    const { status } = steps.findLast(({ atMs }) => atMs <= dueMs) ?? { status: 'pending' };
    if (status === 'down') return [];
    return [finding(subject, 'a late heartbeat is down in time', dueMs, `${status}, late since ${formatTime(fromMs)}`)];
  });
}

/** Returns by when it is noticed that a job has been late since then. */
function noticedBy({ scenario: { chaos, endMs }, server, timeline }: World, lateMs: number): number {
  let dueMs = lateMs + NOTICED_WITHIN_MS;
  if (chaos > 0) dueMs = Math.max(dueMs, timeline.startMs + endMs - CALM_MS + NORMAL_AFTER_MS);
  for (const { fromMs, toMs } of server.downtimes) {
    const backMs = toMs + MINUTE_MS + GRACE_MS + NOTICED_WITHIN_MS;
    if (fromMs <= dueMs && backMs > lateMs) dueMs = Math.max(dueMs, backMs);
  }
  return dueMs;
}

/** After a gap between sweeps no job is declared late at once: pings may have been lost. */
function checkAfterGap(subject: Subject): Finding[] {
  const { world, steps } = subject;
  const gaps = world.server.downtimes.flatMap(({ fromMs, toMs }) => (toMs - fromMs >= GAP_MS ? toMs : []));
  return steps.flatMap(({ atMs, status, error }, index): Finding[] => {
    if (status !== 'down' || steps[index - 1]?.status === 'down' || error === 'jobFailed') return [];
    const backMs = gaps.find((each) => each <= atMs && atMs < each + GRACE_MS);
    if (backMs === undefined) return [];
    return [finding(subject, 'nothing is late right after a gap', atMs, `${error}, back since ${formatTime(backMs)}`)];
  });
}

function checkRunTimes(subject: Subject): Finding[] {
  const pings = subject.steps.flatMap(({ ping }) => ping ?? []);
  return pings.flatMap((ping, index): Finding[] => {
    const expected = runTimeOf(ping, pings.slice(0, index));
    if (ping.durationMs === expected) return [];
    const what = `${ping.kind} of ${ping.rid}: ${ping.durationMs} ms, not ${expected}`;
    return [finding(subject, 'run times are right', ping.at, what)];
  });
}

/** Every outage of its incidents started when it became down. */
function checkIncidents(subject: Subject): Finding[] {
  const { world, id, steps } = subject;
  const starts = new Set(steps.flatMap(({ status, since }) => (status === 'down' ? since : [])));
  return [...documentsOf(world, 'incidents')].flatMap(([incidentId, { endpointId, outage, earlierOutages }]) => {
    if (endpointId !== id) return [];
    return [...earlierOutages, ...(outage ? [outage] : [])].flatMap(({ startedAt }) =>
      starts.has(startedAt) ? [] : [finding(subject, 'an outage starts with the status', startedAt, incidentId)],
    );
  });
}

/** In the end its status is the true one of its job, unless that has just become late. */
function checkState(subject: Subject): Finding[] {
  const { world, id, plan, steps, badTimes } = subject;
  const { nowMs } = world.timeline;
  const { state } = truthOf(plan, steps, nowMs);
  const endpoint = documentsOf(world, 'endpoints').get(id);
  const last = badTimes.at(-1);
  const isNew = state === 'down' && last !== undefined && nowMs <= noticedBy(world, last.fromMs);
  if (isNew || endpoint?.status === state) return [];
  return [finding(subject, 'a heartbeat is what its job is', nowMs, `${endpoint?.status}, not ${state}`)];
}

/** A ping that arrives at most this early belongs to the time that follows. */
const CLOCK_AHEAD_MS = 30 * SECOND_MS;
type JobState = 'pending' | 'up' | 'down' | 'paused';

/** When a job was late or failed, by the pings as they were stored, and what it is in the end. */
function truthOf(plan: JobPlan, steps: readonly HeartbeatStep[], nowMs: number) {
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
  /** When the last run succeeded or failed, and when the running one started. */
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

  /** Starts again after a pause. */
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
      // Another run has started before it was noticed that the one before was late.
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
function runTimeOf(ping: Ping, before: readonly Ping[]): number | null {
  if (ping.kind !== 'success' && ping.kind !== 'fail') return null;
  const last = before.findLast(({ kind, rid }) => rid === ping.rid && kind !== 'log');
  if (last?.kind !== 'start' || ping.at - last.at > LONGEST_RUN_MS) return null;
  return Math.max(0, ping.at - last.at);
}
