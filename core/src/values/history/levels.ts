import { DAY_MS, displayedLengthMs, SECOND_MS } from '../time.ts';
import type { Range, UptimeMetrics } from './range-metrics.ts';

/** What time counts as, in the order in which records have them. */
export const TIME_STATUSES = ['up', 'down', 'unknown', 'maintenance', 'paused', 'pending'] as const;
export type TimeStatus = (typeof TIME_STATUSES)[number];

/** How many endpoints have each of TIME_STATUSES; fractions where only the sums of an hour are known. */
export type Counts = readonly number[];

/**
 * From `atMs` on, up to the next step: how many endpoints have which status, and how many have a running outage. An
 * outage continues while its endpoint is unknown or in maintenance. `started`: outages that started at this time, or in
 * the hour from it on where only an hour's sums are known. `slow`: how many of those that are up are slow, 0 without it.
 */
export type Step = { atMs: number; counts: Counts; running: number; started: number; slow?: number };

export const NO_COUNTS: Counts = TIME_STATUSES.map(() => 0);

/** Returns the counts with `count` endpoints of one status and none of others. */
export function countsOf(status: TimeStatus, count = 1): Counts {
  return TIME_STATUSES.map((each) => (each === status ? count : 0));
}

/** Returns the start of the UTC day of `atMs`. */
export function dayStart(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

/** Returns the starts of the UTC days that a range touches. */
export function daysIn({ fromMs, toMs }: Range): number[] {
  const first = dayStart(fromMs);
  const count = Math.max(0, Math.ceil((toMs - first) / DAY_MS));
  return Array.from({ length: count }, (_, index) => first + index * DAY_MS);
}

/**
 * Joins steps of parts of time that follow one another, each with its own running outages: those that run on over a
 * joint are not started again, and those that a part starts with and the one before lacks are.
 */
export function joinSteps(parts: readonly (readonly Step[])[]): Step[] {
  const joined: Step[] = [];
  for (const part of parts) {
    for (const [index, step] of part.entries()) {
      const before = joined.at(-1)?.running ?? 0;
      // An outage that runs at the start of a part has started in it or before it.
      const started = index === 0 ? Math.max(step.started, step.running - before) : step.started;
      joined.push(started === step.started ? step : { ...step, started });
    }
  }
  return joined;
}

/** Seconds in each of TIME_STATUSES and of slow time, and the outages that were running at some time. */
export type TimeSums = { seconds: Counts; slowSec: number; outages: number };

/**
 * Sums up steps, the oldest first, over a range. Both ends of each step count from the second they are in, as
 * everywhere, so that the parts of a range add up to it.
 */
export function timeSums(steps: readonly Step[], { fromMs, toMs }: Range): TimeSums {
  const seconds = [...NO_COUNTS];
  let slowSec = 0;
  let outages = 0;
  for (const [index, step] of steps.entries()) {
    const endMs = Math.min(toMs, steps[index + 1]?.atMs ?? toMs);
    if (step.atMs >= toMs || endMs < fromMs) continue;
    const length = displayedLengthMs(Math.max(fromMs, step.atMs), endMs) / SECOND_MS;
    for (const [status, count] of step.counts.entries()) seconds[status] = (seconds[status] ?? 0) + count * length;
    slowSec += (step.slow ?? 0) * length;
    // An outage that ends exactly where the range starts was not running in it.
    if (step.atMs > fromMs) outages += step.started;
    else if (endMs > fromMs) outages += Math.max(step.running, step.started);
  }
  return { seconds, slowSec, outages };
}

/** Adds up the sums of several endpoints or monitors. */
export function addSums(sums: readonly TimeSums[]): TimeSums {
  return {
    seconds: NO_COUNTS.map((_, status) => sums.reduce((sum, { seconds }) => sum + (seconds[status] ?? 0), 0)),
    slowSec: sums.reduce((sum, { slowSec }) => sum + slowSec, 0),
    outages: sums.reduce((sum, { outages }) => sum + outages, 0),
  };
}

/** Returns the numbers to show of sums. */
export function uptimeMetrics({ seconds, slowSec, outages }: TimeSums): UptimeMetrics {
  const [upSec = 0, downSec = 0, unknownSec = 0, maintenanceSec = 0, pausedSec = 0] = seconds.map(Math.round);
  const knownSec = upSec + downSec;
  return {
    uptime: knownSec === 0 ? null : (upSec / knownSec) * 100,
    coverage: knownSec === 0 ? 0 : knownSec / (knownSec + unknownSec),
    knownSec,
    downtimeSec: downSec,
    slowTimeSec: Math.round(slowSec),
    unknownSec,
    maintenanceSec,
    pausedSec,
    outages,
    mttrSec: outages === 0 ? null : downSec / outages,
    mtbfSec: outages === 0 ? null : upSec / outages,
  };
}
