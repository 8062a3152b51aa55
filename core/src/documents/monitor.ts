import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { answeredShape, storedShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '../values/monitor-fields/table.ts';
import { slowStateSchema } from '../values/slow.ts';
import { endpointStatusSchema } from '../values/status.ts';
import { slugSchema } from '../values/status-page/slug.ts';
import { stuckSchema } from '../values/stuck.ts';
import { monitorTransitionSchema } from '../values/transition.ts';
import { votesSchema } from '../values/vote.ts';
import { declareCollection } from './collection.ts';
import { flappingSchema, personSchema } from './incident.ts';
import { occurrenceSchema } from './maintenance.ts';

/** The copy of an endpoint in its monitor's document. */
export const monitorEndpointSchema = z.object({
  ...answeredShape(ENDPOINT_FIELDS, 'list'),
  status: endpointStatusSchema,
  /** When the status started, epoch ms. */
  since: atMsSchema,
  votes: votesSchema,
  slow: slowStateSchema,
  slowChangedAt: atMsSchema.nullable().default(null),
  createdAt: atMsSchema,
});
export type MonitorEndpoint = z.infer<typeof monitorEndpointSchema>;

/**
 * An incident that was active in the last 25 h. The dashboard counts its start and first location, and the hourly bars
 * use its endpoint, locations and end. Marks of deleted endpoints lack the optional fields.
 */
export const incidentMarkSchema = z.object({
  at: atMsSchema,
  location: locationCodeSchema,
  endpoint: idSchema.optional(),
  locations: z.array(locationCodeSchema).optional(),
  /** Null while the incident is active. */
  endedAt: atMsSchema.nullable().optional(),
  acknowledgedBy: personSchema.optional(),
  /** Present while the endpoint flaps. */
  flapping: flappingSchema.pick({ since: true, outages: true }).optional(),
});
export type IncidentMark = z.infer<typeof incidentMarkSchema>;
export type MarkedFlapping = NonNullable<IncidentMark['flapping']>;

/** `monitors/{id}`: everything that a dashboard row needs, so that one listener is enough. */
export const monitorSchema = z.object({
  ownerId: idSchema,
  ...storedShape(MONITOR_FIELDS),
  endpoints: z.record(idSchema, monitorEndpointSchema),
  /** The ids of its endpoints in the owner's order. */
  order: z.array(idSchema).default([]),
  /** Grows with each change by the owner, not with a status. */
  version: countSchema.default(0),
  transitions: z.array(monitorTransitionSchema),
  incidents: z.array(incidentMarkSchema),
  /** Occurrences of the past 25 h and the next 8 days, the oldest first. */
  maintenance: z.array(occurrenceSchema).default([]),
  /** The status pages that show the monitor or one of its endpoints. */
  pages: z.array(slugSchema).default([]),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Monitor = z.infer<typeof monitorSchema>;

export const monitorCollection = declareCollection({
  path: 'monitors',
  schema: monitorSchema,
  readableBy: 'member',
  isMissingReadable: true,
  noIndex: [
    'createdAt',
    'description',
    'endpoints',
    'incidents',
    'intervalSec',
    'maintenance',
    'managed',
    'order',
    'paused',
    'tags',
    'transitions',
    'updatedAt',
    'uptimeTarget',
  ],
  indexes: [
    ['ownerId', 'locations contains'],
    ['ownerId', 'managed'],
    ['ownerId', 'dependsOn contains'],
    ['pages contains', 'updatedAt'],
    ['stuck'],
  ],
  account: 'owned',
});

/** Returns since when an endpoint of the monitor flaps; null if it does not. */
export function flappingOf({ incidents }: Pick<Monitor, 'incidents'>, endpointId: string): MarkedFlapping | null {
  const open = incidents.findLast(({ endpoint, endedAt }) => endpoint === endpointId && endedAt === null);
  return open?.flapping ?? null;
}
