import { z } from 'zod';
import { atMsSchema, countSchema } from '../fields.ts';

/** Response times in ms over all checks that succeeded; null without any. Within 5 % of the exact values. */
export const responseMetricsSchema = z.object({
  checks: countSchema,
  failures: countSchema,
  p50Ms: z.number().nullable(),
  /** Null below 20 successful checks. */
  p95Ms: z.number().nullable(),
  /** Null below 100 successful checks. */
  p99Ms: z.number().nullable(),
});
export type ResponseMetrics = z.infer<typeof responseMetricsSchema>;

/**
 * Availability of an endpoint, or of several together, over a range. Time in maintenance, paused and pending time count
 * as neither known nor unknown. All times are in seconds, exact to the second.
 */
export const uptimeMetricsSchema = z.object({
  /** Percent of the known time; null if nothing is known. */
  uptime: z.number().min(0).max(100).nullable(),
  /** The known share of all time outside of maintenance and pauses, 0 to 1. */
  coverage: z.number().min(0).max(1),
  knownSec: z.number().min(0),
  downtimeSec: z.number().min(0),
  /** The part of the time up in which responses were slow. */
  slowTimeSec: z.number().min(0),
  unknownSec: z.number().min(0),
  maintenanceSec: z.number().min(0),
  pausedSec: z.number().min(0),
  /** Outages that were running at some time in the range. */
  outages: countSchema,
  /** Mean time to recovery of the outages: downtime by outages; null without any. */
  mttrSec: z.number().nullable(),
  /** Mean time between failures: time up by outages; null without any. */
  mtbfSec: z.number().nullable(),
});
export type UptimeMetrics = z.infer<typeof uptimeMetricsSchema>;

/** A range of time, epoch ms, without its end. */
export const rangeSchema = z.object({ fromMs: atMsSchema, toMs: atMsSchema });
export type Range = z.infer<typeof rangeSchema>;
