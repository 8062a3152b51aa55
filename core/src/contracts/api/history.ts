import { z } from 'zod';
import { countSchema, idSchema } from '../../values/fields.ts';
import { responseMetricsSchema, uptimeMetricsSchema } from '../../values/history/range-metrics.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { timeZoneInputSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { byIdSchema, isoSchema } from './parts.ts';

/**
 * A range of history: at most 400 days, which is how long it is kept. `to` later than now means now. Errors name `from`
 * or `to`: reversed, too long, in the future, or over before the endpoint or monitor existed.
 */
export const rangeQuerySchema = z.object({ from: isoSchema, to: isoSchema });

const historyQuerySchema = rangeQuerySchema.extend({
  /** By hour for at most 15 days. */
  resolution: z.enum(['hour', 'day']),
  /** Where days begin. */
  timeZone: timeZoneInputSchema.default('UTC'),
});

/** Means of the phases of checks that succeeded, in ms; null for one that no check reached. */
const phaseMeansSchema = z.object({
  dnsMs: z.number().nullable(),
  connectMs: z.number().nullable(),
  tlsMs: z.number().nullable(),
  firstByteMs: z.number().nullable(),
  bodyMs: z.number().nullable(),
});

const locationMetricsSchema = responseMetricsSchema.extend({ location: locationCodeSchema });

/** An hour or a local day within the range, which may cut its first and last. */
const historyPointSchema = uptimeMetricsSchema.extend({
  ...responseMetricsSchema.shape,
  from: isoSchema,
  to: isoSchema,
  phases: phaseMeansSchema.nullable(),
  /** Only locations with checks. */
  locations: z.array(locationMetricsSchema),
});
export type HistoryPoint = z.infer<typeof historyPointSchema>;

/** All checks of one hour of the local week. `weekday`: 1 for Monday to 7. Hours without a check are left out. */
const weekHourSchema = z.object({
  weekday: z.number().int().min(1).max(7),
  hour: z.number().int().min(0).max(23),
  checks: countSchema,
  failures: countSchema,
  p50Ms: z.number().nullable(),
});
export type WeekHour = z.infer<typeof weekHourSchema>;

const rangeTotalsSchema = uptimeMetricsSchema.extend(responseMetricsSchema.shape);
export type RangeTotals = z.infer<typeof rangeTotalsSchema>;

/** `GET /v1/endpoints/{id}/history`. `from` is not before the endpoint's creation. */
const endpointRangeSchema = z.object({
  from: isoSchema,
  to: isoSchema,
  totals: rangeTotalsSchema,
  /** The totals of the equally long range before; null if nothing is known of it. */
  before: rangeTotalsSchema.nullable(),
  locations: z.array(locationMetricsSchema),
  /** Oldest first, without gaps. */
  points: z.array(historyPointSchema),
  weekHours: z.array(weekHourSchema),
});
export type EndpointRange = z.infer<typeof endpointRangeSchema>;

/** `GET /v1/monitors/{id}/uptime`: all its endpoints' time together. Response times are those of whole UTC days. */
const monitorUptimeSchema = z.object({
  from: isoSchema,
  to: isoSchema,
  totals: rangeTotalsSchema,
  before: rangeTotalsSchema.nullable(),
});
export type MonitorUptime = z.infer<typeof monitorUptimeSchema>;

/** The ranges that lists of monitors show in addition to the last 24 h, in days. */
export const UPTIME_DAYS = [7, 30, 90] as const;
export type UptimeDays = (typeof UPTIME_DAYS)[number];

const uptimeCellSchema = uptimeMetricsSchema.omit({
  maintenanceSec: true,
  pausedSec: true,
  mttrSec: true,
  mtbfSec: true,
});
export type UptimeCell = z.infer<typeof uptimeCellSchema>;

/** `GET /v1/uptime`: of each monitor of the caller, by its id; over the last days up to `to`, which is now. */
const uptimesSchema = z.object({
  to: isoSchema,
  monitors: z.record(
    idSchema,
    z.object({ days7: uptimeCellSchema, days30: uptimeCellSchema, days90: uptimeCellSchema }),
  ),
});
export type Uptimes = z.infer<typeof uptimesSchema>;

export const historyCalls = {
  endpoint: apiCall({
    method: 'get',
    path: '/v1/endpoints/:id/history',
    scope: 'read',
    role: 'viewer',
    summary: 'Uptime, outages and response times of an endpoint over a range of up to 400 days, by hour or day',
    params: byIdSchema,
    query: historyQuerySchema,
    output: endpointRangeSchema,
  }),
  monitor: apiCall({
    method: 'get',
    path: '/v1/monitors/:id/uptime',
    scope: 'read',
    role: 'viewer',
    summary: 'Uptime, outages and response times of a monitor over a range of up to 400 days',
    params: byIdSchema,
    query: rangeQuerySchema,
    output: monitorUptimeSchema,
  }),
  all: apiCall({
    method: 'get',
    path: '/v1/uptime',
    scope: 'read',
    role: 'viewer',
    summary: 'Uptime of all monitors over the last 7, 30 and 90 days',
    output: uptimesSchema,
  }),
};
