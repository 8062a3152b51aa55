import type { Check } from '../check.ts';
import { mean } from '../hour-stat.ts';
import type { LocationCode } from '../locations.ts';
import { PHASES } from '../phases.ts';
import { type Histogram, histogramOf, histogramTotal, mergeHistograms, percentileMs } from './histogram.ts';
import type { ResponseMetrics } from './range-metrics.ts';

/** The mean of each of PHASES over checks that succeeded, ms; null for one that none of them reached or needed. */
export type PhaseMeans = readonly (number | null)[];

/** Checks of one location, or of several together, in some time. `histogram`: of those that succeeded. */
export type ResponseCell = { checks: number; failures: number; histogram: Histogram };
export type CheckCell = ResponseCell & { phases: PhaseMeans };

/** The checks of an hour at one location, and those of a UTC day. */
export type HourCell = CheckCell & { hourAt: number; location: LocationCode };
export type DayCell = ResponseCell & { location: LocationCode };

/** Aggregates checks; `counted` has their numbers where not all of them were kept. */
export function checkCell(checks: readonly Check[], counted?: Pick<ResponseCell, 'checks' | 'failures'>): CheckCell {
  const succeeded = checks.filter(({ error }) => error === null);
  return {
    checks: counted?.checks ?? checks.length,
    failures: counted?.failures ?? checks.length - succeeded.length,
    phases: PHASES.map((_, phase) =>
      mean(succeeded.flatMap(({ phases }) => (phases?.[phase] == null ? [] : [phases[phase]]))),
    ),
    histogram: histogramOf(succeeded.map(({ ms }) => ms)),
  };
}

/** Adds up checks. */
export function mergeResponses(cells: readonly ResponseCell[]): ResponseCell {
  return {
    checks: cells.reduce((sum, { checks }) => sum + checks, 0),
    failures: cells.reduce((sum, { failures }) => sum + failures, 0),
    histogram: mergeHistograms(cells.map(({ histogram }) => histogram)),
  };
}

/** The means of phases over several cells, weighted by their checks that succeeded. */
export function mergePhases(cells: readonly CheckCell[]): PhaseMeans {
  return PHASES.map((_, phase) => weightedMean(cells, phase));
}

function weightedMean(cells: readonly CheckCell[], phase: number): number | null {
  let sum = 0;
  let weights = 0;
  for (const { phases, histogram } of cells) {
    const ms = phases[phase] ?? null;
    const weight = ms === null ? 0 : histogramTotal(histogram);
    sum += (ms ?? 0) * weight;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

/** How many successful checks a percentile needs to be meaningful. */
const LEAST = { p95: 20, p99: 100 } as const;

/** Returns the numbers to show of checks, ms to a tenth. */
export function responseMetrics({ checks, failures, histogram }: ResponseCell): ResponseMetrics {
  const succeeded = histogramTotal(histogram);
  const read = (percent: number, least: number) =>
    succeeded < least ? null : roundMs(percentileMs(histogram, percent));
  return { checks, failures, p50Ms: read(50, 1), p95Ms: read(95, LEAST.p95), p99Ms: read(99, LEAST.p99) };
}

/** Rounds to a tenth of a millisecond; null stays null. */
export function roundMs(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 10) / 10;
}
