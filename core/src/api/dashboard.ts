import { z } from 'zod';
import { countSchema } from '../fields.ts';

const monitorCountsSchema = z.object({
  monitorsUp: countSchema,
  monitorsDown: countSchema,
  monitorsPending: countSchema,
  monitorsUnknown: countSchema,
  up: countSchema,
});

/** `GET /dashboard/summary` (spec 3). `last24Hours.up` and `.down` are percent strings; `lastCheck` is ISO or null. */
export const dashboardSummarySchema = z.object({
  incidentStatus: z.object({ up: countSchema, down: countSchema }),
  last24Hours: z.object({ up: z.string(), down: z.string(), monitorsUp: countSchema, monitorsDown: countSchema }),
  totalMonitors: countSchema,
  totalEndpoints: countSchema,
  monitorStatus: monitorCountsSchema,
  monitorInterval: z.object({ mins: z.number().int(), lastCheck: z.iso.datetime().nullable() }),
});
export type DashboardSummary = z.infer<typeof dashboardSummarySchema>;

/** `GET /monitors/endpoint-limits` (spec 3). */
export const endpointLimitsSchema = z.object({ limits: z.object({ current: countSchema, max: countSchema }) });
export type EndpointLimits = z.infer<typeof endpointLimitsSchema>;

/** `GET /endpoints/batch/metrics`: by endpoint id; null where nothing is known. `avgResponseTime` in ms over the last hour. */
export const batchMetricsSchema = z.record(
  z.string(),
  z.object({ avgResponseTime: z.number().nullable(), lastCheckAt: z.iso.datetime().nullable() }),
);
export type BatchMetrics = z.infer<typeof batchMetricsSchema>;
