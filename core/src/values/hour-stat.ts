import { z } from 'zod';
import type { Check } from './check.ts';
import { countSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { packChecks } from './pack.ts';

/**
 * One agent's checks of one endpoint in one hour: how many there were and how many failed. `points`: the newest ones,
 * packed without the endpoint's id.
 */
export const hourStatSchema = z.object({
  points: z.string(),
  count: countSchema,
  failures: countSchema,
});
export type HourStat = z.infer<typeof hourStatSchema>;

/** Aggregates an hour's checks, in any order; a duplicate counts once. */
export function hourStat(checks: readonly Check[], hourMs: number): HourStat {
  const distinct = [...new Map(checks.map((check) => [check.at, check])).values()].sort((a, b) => a.at - b.at);
  return {
    points: packChecks(
      distinct.slice(-LIMITS.pointsPerHour).map((check) => ({ ...check, endpoint: '' })),
      hourMs,
    ),
    count: distinct.length,
    failures: distinct.filter((check) => check.error !== null).length,
  };
}

export type CheckMetrics = {
  count: number;
  failures: number;
  medianMs: number | null;
  successMs: number | null;
  failureMs: number | null;
};

/** Returns counts and averages of checks; null if there is nothing to average. */
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

/** Returns the middle value, or the mean of the two middle ones; null of an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Returns the arithmetic mean; null of an empty list. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
