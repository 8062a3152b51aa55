import { z } from 'zod';
import { named } from '../../values/api-name.ts';
import { countSchema, idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { answeredShape } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { answeredStatusSchema, monitorStatusSchema } from '../../values/status.ts';
import { flappingAnswerSchema, isoSchema, slowAnswerSchema } from './parts.ts';

/** A location of a monitor with its incidents of the last 24 h. */
const locationEntrySchema = z.object({ code: locationCodeSchema, name: z.string(), incidents: countSchema });

/** One of 24 hourly entries, oldest first; `date` is the hour's start; null if nothing was watched. */
const segmentEntrySchema = z
  .object({
    date: isoSchema,
    status: z.boolean(),
    counts: z.object({ pending: countSchema, down: countSchema }),
    downLocations: z.array(z.object({ code: locationCodeSchema, name: z.string() })),
  })
  .nullable();

/**
 * An endpoint. `availability` in percent over 24 h. `paused` is its own pause; `isPaused`: it or its monitor is paused,
 * and its status is `unknown`. `flapping`: since when it goes up and down again and again, and how often it went down;
 * null if it does not. `slow`: since when it is up, but slow; null if it is not.
 */
export const endpointEntrySchema = z.object({
  id: named('id', idSchema, '_id'),
  ...answeredShape(ENDPOINT_FIELDS, 'list'),
  group: z.string(),
  groupName: named('group_name', z.string()),
  currentStatus: named('current_status', answeredStatusSchema),
  isPaused: z.boolean(),
  flapping: flappingAnswerSchema.omit({ until: true }).nullable(),
  slow: slowAnswerSchema,
  lastCheckAt: named('last_check_at', isoSchema.nullable()),
  availability: z.number(),
});
export type EndpointEntry = z.infer<typeof endpointEntrySchema>;

/**
 * An entry of `GET /monitors`, over the last 24 h. `overview.totalMonitors` counts this monitor's endpoints; `mins` is
 * 0.5 for 30 s; `speed.average` is the mean of their last successful checks. A PUT sends `version` back, so that it
 * overwrites no other changes.
 */
export const monitorEntrySchema = z.object({
  id: idSchema,
  version: countSchema,
  ...answeredShape(MONITOR_FIELDS, 'list'),
  locations: z.array(locationEntrySchema),
  endpoints: z.array(endpointEntrySchema),
  status: monitorStatusSchema,
  uptime: z.number(),
  down: countSchema,
  totalEndpoints: countSchema,
  incidents: countSchema,
  uptimeSegments: z.array(segmentEntrySchema).length(24),
  overview: z.object({
    currentStatus: z.object({ up: countSchema, down: countSchema }),
    last24Hours: z.object({ up: z.string(), down: z.string() }),
    totalMonitors: countSchema,
    monitorInterval: z.object({ mins: z.number(), lastCheck: isoSchema.nullable() }),
  }),
  availability: z.object({
    uptime: z.number(),
    chartData: z.array(z.object({ date: isoSchema, uptime: z.number().nullable() })),
  }),
  speed: z.object({ average: z.number().nullable(), unit: z.literal('ms') }),
});
export type MonitorEntry = z.infer<typeof monitorEntrySchema>;

/** The URLs that the job of a heartbeat pings, by its key or by the account's key and its name; else null. */
export const pingUrlShape = { pingUrl: z.string().nullable(), namedPingUrl: z.string().nullable() };

/**
 * `GET /monitors/{id}`, and the answer to creating and replacing: with the fields that only the endpoints' documents
 * have.
 */
export const monitorDetailSchema = monitorEntrySchema.extend({
  ...answeredShape(MONITOR_FIELDS, 'detail'),
  endpoints: z.array(endpointEntrySchema.extend({ ...answeredShape(ENDPOINT_FIELDS, 'detail'), ...pingUrlShape })),
});
export type MonitorDetail = z.infer<typeof monitorDetailSchema>;
