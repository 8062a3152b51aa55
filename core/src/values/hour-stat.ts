import { z } from 'zod';
import type { Check } from './check.ts';
import { countSchema } from './fields.ts';
import { histogramOf, histogramSchema } from './histogram.ts';
import { LIMITS } from './limits.ts';
import { packChecks } from './pack.ts';

/**
 * One endpoint's hour as one agent saw it: raw points (packed, without the endpoint's id; the newest if there are very
 * many), which the last 24 h are read from. Ranges of 7 to 400 days will add up the rest: counts, `successMs` (the mean
 * of successes, null without any) and their histogram.
 */
export const hourStatSchema = z.object({
  points: z.string(),
  count: countSchema,
  failures: countSchema,
  successMs: z.number().nullable(),
  histogram: histogramSchema,
});
type HourStat = z.infer<typeof hourStatSchema>;

/** The hour's figures from its checks, in any order; the same check twice counts once. */
export function hourStat(checks: readonly Check[], hourMs: number): HourStat {
  const distinct = [...new Map(checks.map((check) => [check.at, check])).values()].sort((a, b) => a.at - b.at);
  const durations = distinct.filter((check) => check.error === null).map((check) => check.ms);
  return {
    points: packChecks(
      distinct.slice(-LIMITS.pointsPerHour).map((check) => ({ ...check, endpoint: '' })),
      hourMs,
    ),
    count: distinct.length,
    failures: distinct.length - durations.length,
    successMs: mean(durations),
    histogram: histogramOf(durations),
  };
}

export type CheckMetrics = {
  count: number;
  failures: number;
  medianMs: number | null;
  successMs: number | null;
  failureMs: number | null;
};

/** Figures over checks, each of them counted; in ms, null if there is nothing to average. */
export function checkMetrics(checks: readonly Check[]): CheckMetrics {
  const failed = checks.filter((check) => check.error !== null);
  const succeeded = checks.filter((check) => check.error === null);
  return {
    count: checks.length,
    failures: failed.length,
    medianMs: median(checks.map((check) => check.ms)),
    successMs: mean(succeeded.map((check) => check.ms)),
    failureMs: mean(failed.map((check) => check.ms)),
  };
}

/** The middle value, or the mean of the two middle ones; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The arithmetic mean; null of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
