import { z } from 'zod';
import { incidentKindSchema, incidentStatusSchema } from '../documents/incident.ts';
import { countSchema, idSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { locationCodeSchema } from '../locations.ts';
import { severitySchema } from '../status/severity.ts';
import { isoSchema } from './parts.ts';

/** The query of `GET /incidents`; every field has a default. */
export const incidentsQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  time_range: z.enum(['24h', '7d', '30d']).default('24h'),
  status: z.enum(['all', ...incidentStatusSchema.options]).default('all'),
  location: z.enum(['all', ...locationCodeSchema.options]).default('all'),
  search: z.string().max(LIMITS.nameLength).default(''),
});
export type IncidentsQuery = z.infer<typeof incidentsQuerySchema>;

/** The query of `GET /incidents/monitor/{id}`: the same without paging, which the client does. */
export const monitorIncidentsQuerySchema = incidentsQuerySchema.omit({ page: true, limit: true });

/** An incident. Moments are given under both names that clients use. */
export const incidentEntrySchema = z.object({
  id: idSchema,
  type: incidentKindSchema,
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
    expected_status: z.string(),
    actual_status: z.number().int().nullable(),
    error_message: z.string().nullable(),
  }),
  updates: z.array(z.object({ message: z.string(), status: incidentStatusSchema, createdAt: isoSchema })),
});
export type IncidentEntry = z.infer<typeof incidentEntrySchema>;

/** Which part of how many an answer is. */
export const paginationSchema = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: countSchema,
  pages: countSchema,
});
export const incidentsPageSchema = z.object({ data: z.array(incidentEntrySchema), pagination: paginationSchema });
