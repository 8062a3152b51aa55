import type { HeartbeatCheck } from '@farwatch/core/values/check-types/heartbeat';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Random } from '../../platform/random.ts';
import { nextRun } from '../cron-times.ts';
import { localTime } from '../local-time.ts';
import { CALM_MS, type Fault, type JobPlan, type MonitorPlan, type PingPlan, type Scenario } from '../scenario.ts';
import { T0 } from '../start.ts';
import { ZONES } from './timing-plan.ts';

/** When the first job runs at the earliest: by then the monitors exist. */
const FIRST_MS = 8 * MINUTE_MS;

/** A job and how it behaves: whether it pings when it starts, names its runs, and ends with an exit status. */
type Job = JobPlan & { hasStart: boolean; hasRid: boolean; hasExitStatus: boolean };

/** Returns the same world with jobs that ping heartbeats: in time, late, or not at all; some fail, some never end. */
export function withJobs(scenario: Scenario, random: Random): Scenario {
  const jobs = Array.from({ length: random.between(1, 3) }, (_, index) => randomJob(random, index, scenario));
  const monitors = jobs.reduce((all, { site }) => withSite(random, all, site, scenario), scenario.monitors);
  const faults = jobs.flatMap((job) => [
    ...randomRuns(random, job, scenario),
    ...randomPause(random, job.site, monitors, scenario),
  ]);
  const plans = jobs.map(({ site, check, isNamed }): JobPlan => ({ site, check, isNamed }));
  const all = [...scenario.faults, ...faults].sort((a, b) => a.atMs - b.atMs);
  return { ...scenario, monitors, jobs: plans, faults: all };
}

function randomJob(random: Random, index: number, scenario: Scenario): Job {
  return {
    site: `job${index}`,
    check: { type: 'heartbeat', ...randomSchedule(random, scenario), graceSec: random.pick([60, 60, 120, 300, 600]) },
    isNamed: random.chance(0.3),
    hasStart: random.chance(0.7),
    hasRid: random.chance(0.5),
    hasExitStatus: random.chance(0.3),
  };
}

function randomSchedule(random: Random, { endMs }: Scenario): Omit<HeartbeatCheck, 'type'> {
  if (random.chance(0.4)) return { periodSec: random.pick([60, 120, 300, 600, 1800]) };
  const timeZone = random.pick(ZONES);
  const { time } = localTime(timeZone, T0 + random.between(FIRST_MS, endMs));
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const hours = [hour, (hour + 1) % 24].sort((a, b) => a - b).join();
  const cron = random.pick([
    '*/5 * * * *',
    '*/15 * * * *',
    '7,37 * * * *',
    `${minute} * * * *`,
    `${minute} ${hour} * * *`,
    `${minute} ${hour} * * *`,
    `${minute} ${hours} * * *`,
    `0,30 ${hours} * * *`,
    `*/10 ${hours} * * *`,
    '*/10 * * * 0',
  ]);
  return { cron, timeZone };
}

/** Adds the job to a monitor that is never edited, or gives it one of its own. */
function withSite(random: Random, monitors: MonitorPlan[], site: string, { faults, hosts }: Scenario): MonitorPlan[] {
  const steady = monitors.flatMap((_, index) => {
    return faults.some((fault) => fault.do === 'edit' && fault.monitor === index) ? [] : [index];
  });
  const own = { owner: random.pick(monitors).owner, locations: hosts.slice(0, 1), sites: [site] };
  if (steady.length === 0 || random.chance(0.5)) return [...monitors, own];
  const picked = random.pick(steady);
  return monitors.map((plan, index) => (index === picked ? { ...plan, sites: [...plan.sites, site] } : plan));
}

/** Pauses the job. With faults of the server it would be unknown whether a request to pause has arrived. */
function randomPause(random: Random, site: string, monitors: readonly MonitorPlan[], scenario: Scenario): Fault[] {
  const isServerFaulty = scenario.chaos > 0 || scenario.faults.some((fault) => fault.do === 'server-down');
  if (isServerFaulty || random.chance(0.6)) return [];
  const monitor = monitors.findIndex(({ sites }) => sites.includes(site));
  const atMs = random.between(FIRST_MS, scenario.endMs - CALM_MS);
  const forMin = random.chance(0.5) ? random.spread(1, 60) : null;
  const paused: Fault = { atMs, forMs: 0, do: 'pause', monitor, site, forMin };
  if (random.chance(0.2)) return [paused];
  return [paused, { atMs: atMs + random.spread(SECOND_MS, 40 * MINUTE_MS), forMs: 0, do: 'resume', monitor, site }];
}

/** Every run of a job until it is switched off, which some are. */
function randomRuns(random: Random, job: Job, { endMs }: Scenario): Fault[] {
  const faultyMs = endMs - CALM_MS;
  const untilMs = random.chance(0.3) ? random.between(FIRST_MS, faultyMs) : endMs;
  const failureRate = random.pick([0, 0.1, 0.3, 0.6]);
  const faults: Fault[] = [];
  let run = 0;
  for (let atMs = nextStart(job, random.between(FIRST_MS, FIRST_MS + 5 * MINUTE_MS)); atMs < untilMs; run += 1) {
    const startMs = atMs + random.between(0, 2 * SECOND_MS);
    faults.push(...randomRun(random, { job, run, startMs }, atMs < faultyMs ? failureRate : 0));
    atMs = nextStart(job, atMs);
  }
  return faults.filter((ping) => ping.atMs < untilMs);
}

function nextStart({ check: { periodSec, cron, timeZone = 'UTC' } }: Job, afterMs: number): number {
  if (cron === undefined) return afterMs + (periodSec ?? 0) * SECOND_MS;
  return nextRun(cron, timeZone, T0 + afterMs) - T0;
}

type Run = { job: Job; run: number; startMs: number };

/** Returns the pings of a run. `failureRate` is the share of the runs that do not go well, 0 to 1. */
function randomRun(random: Random, { job, run, startMs }: Run, failureRate: number): Fault[] {
  const graceMs = (job.check.graceSec ?? 0) * SECOND_MS;
  const isWrong = random.chance(failureRate);
  const what = isWrong
    ? random.pick(['late', 'sharp', 'skipped', 'failed', 'endless', 'long', 'again'] as const)
    : 'good';
  if (what === 'skipped') return [];
  const lateMs = what === 'late' ? random.spread(SECOND_MS, 4 * graceMs) : 0;
  // Close to the end of the grace time, on either side.
  const sharpMs = what === 'sharp' ? graceMs + random.between(-3, 3) * SECOND_MS : 0;
  const fromMs = startMs + lateMs + sharpMs;
  const lengthMs = what === 'long' ? random.spread(graceMs, 5 * graceMs) : random.spread(SECOND_MS, 0.7 * graceMs);
  const rid = job.hasRid ? run : null;
  const pingOf = (atMs: number, kind: PingPlan['kind']) => randomPing(random, job, { atMs, kind, rid }, isWrong);
  const pings: Fault[] = job.hasStart ? [pingOf(fromMs, 'start')] : [];
  if (random.chance(0.1)) pings.push(pingOf(fromMs + Math.round(lengthMs / 2), 'log'));
  if (what === 'endless') return pings;
  const toMs = fromMs + (job.hasStart ? lengthMs : 0);
  pings.push(pingOf(toMs, what === 'failed' || what === 'again' ? 'fail' : 'success'));
  if (what === 'again') pings.push(pingOf(toMs + random.spread(SECOND_MS, 10 * MINUTE_MS), 'success'));
  return pings;
}

function randomPing(
  random: Random,
  { site, hasExitStatus }: Job,
  { atMs, kind, rid }: { atMs: number } & Pick<PingPlan, 'kind' | 'rid'>,
  mayBeLost: boolean,
): Fault {
  const loses = mayBeLost && random.chance(0.4) ? random.pick(['request', 'answer', 'order'] as const) : 'nothing';
  const isEnd = kind === 'success' || kind === 'fail';
  const exitStatus = hasExitStatus && isEnd ? (kind === 'success' ? 0 : random.between(1, 255)) : null;
  return {
    atMs,
    forMs: 0,
    do: 'ping',
    site,
    kind,
    exitStatus,
    rid,
    tries: mayBeLost ? random.pick([1, 3, 5]) : 5,
    loses,
  };
}
