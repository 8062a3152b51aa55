import { z } from 'zod';
import { incidentStatusSchema, incidentTypeSchema } from '../../documents/incident.ts';
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
  time_range: z.enum(['24h', '7d', '30d']).default('24h'),
  status: z.enum(['all', ...incidentStatusSchema.options]).default('all'),
  location: z.enum(['all', ...locationCodeSchema.options]).default('all'),
  search: z.string().max(LIMITS.nameLength).default(''),
});

/** The query of `GET /incidents/monitor/{id}`: the same without pages, which are made where it is shown. */
const monitorIncidentsQuerySchema = incidentsQuerySchema.omit({ page: true, limit: true });

/** An incident. Each moment is given under both of its names. */
const incidentEntrySchema = z.object({
  id: idSchema,
  type: incidentTypeSchema,
  title: z.string(),
  status: incidentStatusSchema,
  severity: severitySchema,
  location: locationCodeSchema,
  locations: z.array(locationCodeSchema),
  triggered_at: isoSchema,
  createdAt: isoSchema,
  resolved_at: isoSchema.nullable(),
  resolvedAt: isoSchema.nullable(),
  endpoint: z.string(),
  endpoints: z.object({ id: idSchema, name: z.string(), url: z.string() }),
  monitors: z.object({ id: idSchema, name: z.string() }),
  details: z.object({
    url: z.string(),
    expected_status: z.string().nullable(),
    actual_status: z.number().int().nullable(),
    error_message: z.string().nullable(),
  }),
  updates: z.array(z.object({ message: z.string(), status: incidentStatusSchema, createdAt: isoSchema })),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** Which part of how many an answer is. */
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
      'Incidents that began in a time range, newest first, then active ones that began before it, a page at a time; words are looked for in the newest 500 of either',
    query: incidentsQuerySchema,
    output: incidentsPageSchema,
  }),
  ofMonitor: apiCall({
    method: 'get',
    path: '/incidents/monitor/:id',
    summary:
      'Incidents of a monitor that began in a time range, newest first, then active ones that began before it; the newest 500 of either',
    params: byIdSchema,
    query: monitorIncidentsQuerySchema,
    output: z.array(incidentEntrySchema),
  }),
};
