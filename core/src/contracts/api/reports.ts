import { z } from 'zod';
import { checkErrorSchema } from '../../values/check.ts';
import { idSchema } from '../../values/fields.ts';
import { responseMetricsSchema, uptimeMetricsSchema } from '../../values/history/range-metrics.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { TAG_LENGTH } from '../../values/tags.ts';
import { REPORT_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { rangeQuerySchema } from './history.ts';
import { isoSchema } from './parts.ts';

/**
 * A range and what to report on: all monitors, those with a tag (in any case), or one. `to` may be later than now: then
 * budgets are those of the whole range. Errors name `from` or `to`, as those of history.
 */
const reportQuerySchema = rangeQuerySchema.extend({
  tag: z.string().max(TAG_LENGTH).optional(),
  monitorId: idSchema.optional(),
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

/**
 * The downtime that a target allows in the whole range, the time of all endpoints together. `leftSec` is negative once
 * more was used. `runsOutAt`: when it is used up at the rate of the range so far; null if it does not run out.
 */
const budgetSchema = z.object({
  allowedSec: z.number().min(0),
  usedSec: z.number().min(0),
  leftSec: z.number(),
  runsOutAt: isoSchema.nullable(),
});
export type BudgetAnswer = z.infer<typeof budgetSchema>;

/** `open`: the range is not over, and budget is left. `unknown`: nothing is known of the range. */
export const outcomeSchema = z.enum(['met', 'missed', 'open', 'unknown']);

/** `difference`: uptime less target, in percentage points; null if either is. */
const measuredSchema = uptimeMetricsSchema.extend({
  ...responseMetricsSchema.shape,
  target: z.number().nullable(),
  difference: z.number().nullable(),
  outcome: outcomeSchema,
  budget: budgetSchema,
});
export type Measured = z.infer<typeof measuredSchema>;

const reportMonitorSchema = measuredSchema.extend({
  id: idSchema,
  name: z.string(),
  tags: z.array(z.string()),
  target: z.number(),
});
export type ReportMonitor = z.infer<typeof reportMonitorSchema>;

/**
 * `endedAt`: null while it continues. `downtimeSec`: its part in the range, without `maintenanceSec`, which does not
 * count. `error`, `statusCode`, `reason`: what the first location received.
 */
const reportOutageSchema = z.object({
  incidentId: idSchema,
  monitorId: idSchema,
  monitor: z.string(),
  endpointId: idSchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  startedAt: isoSchema,
  endedAt: isoSchema.nullable(),
  downtimeSec: z.number().min(0),
  maintenanceSec: z.number().min(0),
  locations: z.array(locationCodeSchema),
  error: checkErrorSchema.nullable(),
  statusCode: z.number().int().nullable(),
  reason: z.string().nullable(),
});
export type ReportOutage = z.infer<typeof reportOutageSchema>;

/**
 * `totals` covers all monitors together; it has their target if all have the same. Monitors are in the order of their names,
 * outages the newest first and from the newest 500 incidents: `hasMoreOutages` if there are more, which the CSV has.
 * Response times are those of whole UTC days.
 */
const reportSchema = z.object({
  from: isoSchema,
  to: isoSchema,
  tag: z.string().nullable(),
  monitorId: idSchema.nullable(),
  generatedAt: isoSchema,
  totals: measuredSchema,
  monitors: z.array(reportMonitorSchema),
  outages: z.array(reportOutageSchema),
  hasMoreOutages: z.boolean(),
});
export type ReportAnswer = z.infer<typeof reportSchema>;

/** `after`: the `next` of the part before; the first part without it. */
const csvQuerySchema = reportQuerySchema.extend({
  table: z.enum(['monitors', 'outages']),
  after: idSchema.optional(),
});
export type ReportTable = z.infer<typeof csvQuerySchema>['table'];

/** A part of a table, as CSV lines (RFC 4180); the first line of the first part has the columns' names. */
const csvPartSchema = z.object({ lines: z.string(), next: idSchema.nullable() });
export type CsvPart = z.infer<typeof csvPartSchema>;

export const reportCalls = {
  report: apiCall({
    method: 'get',
    path: '/v1/reports',
    scope: 'read',
    role: 'viewer',
    rate: REPORT_RATE,
    summary: 'Uptime against targets, error budgets, outages and response times of monitors over up to 400 days',
    query: reportQuerySchema,
    output: reportSchema,
    errors: ['not_found'],
  }),
  csv: apiCall({
    method: 'get',
    path: '/v1/reports/csv',
    scope: 'read',
    role: 'viewer',
    rate: REPORT_RATE,
    summary: 'A part of a report’s monitors or outages as CSV',
    query: csvQuerySchema,
    output: csvPartSchema,
    errors: ['not_found'],
  }),
};
