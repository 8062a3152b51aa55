import { z } from 'zod';
import { countSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { apiCall } from './call.ts';

const monitorCountsSchema = z.object({
  monitorsUp: countSchema,
  monitorsDown: countSchema,
  monitorsPending: countSchema,
  monitorsUnknown: countSchema,
  up: countSchema,
});

/** `GET /dashboard/summary`. `last24Hours.up` and `.down` are percent strings; `lastCheck` is ISO or null. */
const dashboardSummarySchema = z.object({
  incidentStatus: z.object({ up: countSchema, down: countSchema }),
  last24Hours: z.object({ up: z.string(), down: z.string(), monitorsUp: countSchema, monitorsDown: countSchema }),
  totalMonitors: countSchema,
  totalEndpoints: countSchema,
  monitorStatus: monitorCountsSchema,
  monitorInterval: z.object({ mins: z.number().int(), lastCheck: z.iso.datetime().nullable() }),
});
export type DashboardSummary = z.infer<typeof dashboardSummarySchema>;

/** `GET /monitors/endpoint-limits`. */
export const endpointLimitsSchema = z.object({ limits: z.object({ current: countSchema, max: countSchema }) });
export type EndpointLimits = z.infer<typeof endpointLimitsSchema>;

/** The query of `GET /endpoints/batch/metrics`: at most 500 ids, separated by commas. */
export const batchMetricsQuerySchema = z.object({
  endpointIds: z
    .string()
    .max(LIMITS.endpointsPerMonitor * 130)
    .transform((list) => [...new Set(list.split(',').filter((id) => id !== ''))])
    .pipe(z.array(idSchema).max(LIMITS.endpointsPerMonitor)),
});

/**
 * `GET /endpoints/batch/metrics`: by endpoint id; null if nothing is known. `avgResponseTime` in ms over the last hour;
 * `latest`: each location's newest check within it, which may be unconfirmed.
 */
export const batchMetricsSchema = z.record(
  z.string(),
  z.object({
    avgResponseTime: z.number().nullable(),
    lastCheckAt: z.iso.datetime().nullable(),
    // Missing from a server that is older than the page.
    latest: z.partialRecord(locationCodeSchema, z.object({ at: z.iso.datetime(), success: z.boolean() })).default({}),
  }),
);
export type BatchMetrics = z.infer<typeof batchMetricsSchema>;

export const dashboardCalls = {
  summary: apiCall({
    method: 'get',
    path: '/dashboard/summary',
    scope: 'read',
    role: 'viewer',
    summary: 'The values of the dashboard’s cards',
    output: dashboardSummarySchema,
  }),
};
