import { z } from 'zod';
import { acknowledgementSchema, incidentStatusSchema, incidentTypeSchema } from '../../documents/incident.ts';
import { named } from '../../values/api-name.ts';
import { countSchema, idSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { severitySchema } from '../../values/severity.ts';
import { apiCall } from './call.ts';
import { byIdSchema, isoSchema } from './parts.ts';

/** The query of `GET /incidents`; every field has a default. */
export const incidentsQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  timeRange: named('time_range', z.enum(['24h', '7d', '30d']).default('24h')),
  status: z.enum(['all', ...incidentStatusSchema.options]).default('all'),
  location: z.enum(['all', ...locationCodeSchema.options]).default('all'),
  search: z.string().max(LIMITS.nameLength).default(''),
});

/** The query of `GET /incidents/monitor/{id}`: the same without pages. */
const monitorIncidentsQuerySchema = incidentsQuerySchema.omit({ page: true, limit: true });

/** An incident. */
const incidentEntrySchema = z.object({
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
  }),
  updates: z.array(z.object({ message: z.string(), status: incidentStatusSchema, createdAt: isoSchema })),
  acknowledgement: acknowledgementSchema.extend({ at: isoSchema }).nullable(),
  snoozedUntil: isoSchema.nullable(),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** The page that an answer is, and how many there are. */
const paginationSchema = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: countSchema,
  pages: countSchema,
});
const incidentsPageSchema = z.object({ data: z.array(incidentEntrySchema), pagination: paginationSchema });

export const incidentCalls = {
  list: apiCall({
    method: 'get',
    path: '/incidents',
    summary:
      'Incidents that started in a time range, newest first, then active ones that started before it, by page; a search covers the newest 500 of each',
    query: incidentsQuerySchema,
    output: incidentsPageSchema,
  }),
  ofMonitor: apiCall({
    method: 'get',
    path: '/incidents/monitor/:id',
    summary:
      'Incidents of a monitor that started in a time range, newest first, then active ones that started before it; the newest 500 of each',
    params: byIdSchema,
    query: monitorIncidentsQuerySchema,
    output: z.array(incidentEntrySchema),
  }),
};
