import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../fields.ts';
import { dateSchema, timeZoneSchema } from '../zone.ts';
import { SUMMARY_KINDS } from './summary-plan.ts';

/** A day of a monitor: down for some time, up, unknown for all of it, or not monitored. */
export const SUMMARY_DAYS = ['up', 'down', 'unknown', 'none'] as const;
export type SummaryDay = (typeof SUMMARY_DAYS)[number];

/** `uptime`: percent, null if nothing is known. `change`: against the period before, in percentage points. */
const uptimeShape = {
  uptime: z.number().nullable(),
  change: z.number().nullable(),
  outages: countSchema,
  downtimeMs: countSchema,
};

/** `days`: one for each day of the period. */
const summaryMonitorSchema = z.object({
  id: idSchema,
  name: z.string(),
  ...uptimeShape,
  days: z.array(z.enum(SUMMARY_DAYS)),
});
export type SummaryMonitor = z.infer<typeof summaryMonitorSchema>;

/**
 * The content of a summary, for its period in `timeZone`. `totals`: of all `monitorCount` monitors, of which `monitors` has
 * those that are listed. `outages`: the longest of `totals.outages`; `isRunning`: at the end of the period.
 * `slower`: whose 95th percentile rose most. `gaps`: how long nothing was known.
 */
export const summarySchema = z.object({
  kind: z.enum(SUMMARY_KINDS),
  timeZone: timeZoneSchema,
  firstDay: dateSchema,
  lastDay: dateSchema,
  fromAt: atMsSchema,
  toAt: atMsSchema,
  totals: z.object(uptimeShape),
  monitorCount: countSchema,
  monitors: z.array(summaryMonitorSchema),
  outages: z.array(
    z.object({
      incidentId: idSchema,
      endpoint: z.string(),
      startedAt: atMsSchema,
      durationMs: countSchema,
      isRunning: z.boolean(),
    }),
  ),
  slower: z.array(z.object({ id: idSchema, name: z.string(), p95Ms: z.number(), p95BeforeMs: z.number() })),
  /** The monitors that were up, but slow for longest. Notices of older versions have none. */
  slow: z.array(z.object({ id: idSchema, name: z.string(), slowMs: countSchema })).default([]),
  gaps: z.array(z.object({ id: idSchema, name: z.string(), unknownMs: countSchema })),
  certificates: z.array(z.object({ incidentId: idSchema, endpoint: z.string(), endsAt: atMsSchema })),
});
export type Summary = z.infer<typeof summarySchema>;
