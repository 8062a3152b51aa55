import { z } from 'zod';
import { acknowledgementSchema, incidentStatusSchema, incidentTypeSchema } from '../../documents/incident.ts';
import { messageKindSchema, messageSchema, SKIP_CODES } from '../../documents/message.ts';
import { named } from '../../values/api-name.ts';
import { countSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { LOCATION_CODES, locationCodeSchema } from '../../values/locations.ts';
import { severitySchema } from '../../values/severity.ts';
import { measuredSlowSchema } from '../../values/slow.ts';
import { TAG_LENGTH } from '../../values/tags.ts';
import { apiCall } from './call.ts';
import { byIdSchema, flappingAnswerSchema, isoSchema } from './parts.ts';

/** The query of `GET /incidents/monitor/{id}`; every field has a default. */
const monitorIncidentsQuerySchema = z.object({
  timeRange: named('time_range', z.enum(['24h', '7d', '30d']).default('24h')),
  status: z.enum(['all', ...incidentStatusSchema.options]).default('all'),
  location: z.enum(['all', ...LOCATION_CODES]).default('all'),
  search: z.string().max(LIMITS.nameLength).default(''),
});

/** The filters of lists and exports of all incidents. `tag`: of the monitor, as it is now. */
const filterQuerySchema = monitorIncidentsQuerySchema.extend({
  /** Instead of the time range: at most 400 days. Errors name `from` or `to`. */
  from: isoSchema.optional(),
  /** Without it, up to now. */
  to: isoSchema.optional(),
  monitorId: idSchema.optional(),
  tag: z.string().max(TAG_LENGTH).optional(),
  severity: z.enum(['all', ...severitySchema.options]).default('all'),
});
export type IncidentsQuery = z.infer<typeof filterQuerySchema> & Pick<z.infer<typeof exportQuerySchema>, 'assigneeId'>;

/** The query of `GET /incidents`. */
export const incidentsQuerySchema = filterQuerySchema.extend({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** `after`: the `next` of the part before; the first part without it. */
const exportQuerySchema = filterQuerySchema.extend({
  after: z
    .string()
    .max(200)
    .regex(/^[01]-\d{1,15}-[A-Za-z0-9_-]{1,128}$/)
    .optional(),
  /** The uid of the person to whom they are assigned. */
  assigneeId: idSchema.optional(),
});

/** An incident. */
export const incidentEntrySchema = z.object({
  id: idSchema,
  type: incidentTypeSchema,
  title: z.string(),
  status: incidentStatusSchema,
  severity: severitySchema,
  location: locationCodeSchema,
  locations: z.array(locationCodeSchema),
  triggeredAt: named('triggered_at', isoSchema, 'createdAt'),
  resolvedAt: named('resolved_at', isoSchema.nullable(), 'resolvedAt'),
  endpoint: z.string(),
  endpoints: z.object({ id: idSchema, name: z.string(), url: z.string() }),
  monitors: z.object({ id: idSchema, name: z.string() }),
  details: z.object({
    url: z.string(),
    expectedStatus: named('expected_status', z.string().nullable()),
    actualStatus: named('actual_status', z.number().int().nullable()),
    errorMessage: named('error_message', z.string().nullable()),
    slow: measuredSlowSchema,
  }),
  updates: z.array(z.object({ message: z.string(), status: incidentStatusSchema, createdAt: isoSchema })),
  acknowledgement: acknowledgementSchema.extend({ at: isoSchema }).nullable(),
  /** The name of the person to whom it is assigned. */
  assignee: z.string().nullable(),
  snoozedUntil: isoSchema.nullable(),
  flapping: flappingAnswerSchema.nullable(),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** A part of an export, newest first; active incidents that started before the range come last. */
const exportPartSchema = z.object({
  data: z.array(
    incidentEntrySchema.omit({ updates: true }).extend({
      /** Outages and downtime within the range, outside of maintenance. */
      outages: countSchema,
      downtimeSec: countSchema,
      /** The name of the maintenance window in which it started; null if it started outside of maintenance. */
      maintenance: z.string().nullable(),
    }),
  ),
  /** Null for the last part. */
  next: z.string().nullable(),
});
export type ExportPart = z.infer<typeof exportPartSchema>;
export type ExportedIncident = ExportPart['data'][number];

/** The page that an answer is, and how many there are. */
const paginationSchema = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: countSchema,
  pages: countSchema,
});
const incidentsPageSchema = z.object({ data: z.array(incidentEntrySchema), pagination: paginationSchema });

/**
 * Why a channel got nothing of an incident: it is off or not verified, does not cover the monitor, or not this severity or event;
 * the incident was over before the channel was ready, or its endpoint was no longer watched; a rule holds it, or held it
 * when it ended; the service does not take messages; it is being sent; it is so old that its messages are deleted.
 */
export const incidentSilenceSchema = z.enum([
  'off',
  'unverified',
  'monitor',
  'severity',
  'notReady',
  'unwatched',
  'silence',
  'quietHours',
  ...SKIP_CODES,
  'failing',
  'sending',
  'over',
  'forgotten',
]);
export type IncidentSilence = z.infer<typeof incidentSilenceSchema>;

/** What each channel sent of an incident, the oldest first; without a message, why, and until when if that is known. */
const incidentAlertsSchema = z.object({
  channels: z.array(
    z.object({
      channelId: idSchema,
      name: z.string(),
      messages: z.array(
        z.object({
          at: isoSchema,
          kind: messageKindSchema,
          state: messageSchema.shape.state,
          code: messageSchema.shape.code,
          reason: messageSchema.shape.reason,
        }),
      ),
      silence: incidentSilenceSchema.nullable(),
      until: isoSchema.nullable(),
    }),
  ),
});
export type IncidentAlerts = z.infer<typeof incidentAlertsSchema>;

export const incidentCalls = {
  list: apiCall({
    method: 'get',
    path: '/incidents',
    scope: 'read',
    role: 'viewer',
    summary:
      'Incidents of a time range or between two times, newest first, then older active ones, by page; a search covers the newest 500 of each',
    query: incidentsQuerySchema,
    output: incidentsPageSchema,
  }),
  ofMonitor: apiCall({
    method: 'get',
    path: '/incidents/monitor/:id',
    scope: 'read',
    role: 'viewer',
    summary: 'A monitor’s incidents in a time range, newest first, then older active ones; 500 of each at most',
    params: byIdSchema,
    query: monitorIncidentsQuerySchema,
    output: z.array(incidentEntrySchema),
  }),
  alerts: apiCall({
    method: 'get',
    path: '/v1/incidents/:id/alerts',
    scope: 'read',
    role: 'viewer',
    summary: 'What each channel sent of an incident, or why it sent nothing; messages are kept for 30 days',
    params: byIdSchema,
    output: incidentAlertsSchema,
  }),
  export: apiCall({
    method: 'get',
    path: '/v1/incidents/export',
    scope: 'read',
    role: 'viewer',
    summary: 'A part of all incidents that match the filters of the list, with their downtime',
    query: exportQuerySchema,
    output: exportPartSchema,
  }),
};
