import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { answeredShape, storedShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { endpointStatusSchema } from '../values/status.ts';
import { slugSchema } from '../values/status-page/slug.ts';
import { monitorTransitionSchema } from '../values/transition.ts';
import { votesSchema } from '../values/vote.ts';
import { declareCollection } from './collection.ts';
import { personSchema } from './incident.ts';
import { occurrenceSchema } from './maintenance.ts';

/** The copy of an endpoint in its monitor's document. `since`: when the status started, epoch ms. */
export const monitorEndpointSchema = z.object({
  ...answeredShape(ENDPOINT_FIELDS, 'list'),
  status: endpointStatusSchema,
  since: atMsSchema,
  votes: votesSchema,
  createdAt: atMsSchema,
});
export type MonitorEndpoint = z.infer<typeof monitorEndpointSchema>;

/**
 * An incident that was active in the last 25 h: its start and first location, for the dashboard's counts; its endpoint,
 * all its locations and its end (null while active), for the hourly bars; who has acknowledged it. Marks of deleted
 * endpoints lack the latter.
 */
export const incidentMarkSchema = z.object({
  at: atMsSchema,
  location: locationCodeSchema,
  endpoint: idSchema.optional(),
  locations: z.array(locationCodeSchema).optional(),
  endedAt: atMsSchema.nullable().optional(),
  acknowledgedBy: personSchema.optional(),
});
export type IncidentMark = z.infer<typeof incidentMarkSchema>;

/**
 * `monitors/{id}`: everything a dashboard row needs, so that one listener is enough. `version` grows with each change
 * by its owner, not with a status. `order`: its endpoints' ids in the owner's order. `maintenance`: occurrences of the
 * past 25 h and the next 8 days, the oldest first. `pages`: the status pages that show it or one of its endpoints.
 */
export const monitorSchema = z.object({
  ownerId: idSchema,
  ...storedShape(MONITOR_FIELDS),
  endpoints: z.record(idSchema, monitorEndpointSchema),
  order: z.array(idSchema).default([]),
  version: countSchema.default(0),
  transitions: z.array(monitorTransitionSchema),
  incidents: z.array(incidentMarkSchema),
  maintenance: z.array(occurrenceSchema).default([]),
  pages: z.array(slugSchema).default([]),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
});
export type Monitor = z.infer<typeof monitorSchema>;

export const monitorCollection = declareCollection({
  path: 'monitors',
  schema: monitorSchema,
  readableBy: 'owner',
  isMissingReadable: true,
  noIndex: [
    'createdAt',
    'description',
    'endpoints',
    'incidents',
    'intervalSec',
    'maintenance',
    'order',
    'paused',
    'tags',
    'transitions',
    'updatedAt',
    'uptimeTarget',
  ],
  indexes: [
    ['ownerId', 'locations contains'],
    ['pages contains', 'updatedAt'],
  ],
  account: 'owned',
});
