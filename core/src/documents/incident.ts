import { z } from 'zod';
import { checkErrorSchema } from '../values/check.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { severitySchema } from '../values/severity.ts';
import { declareCollection } from './collection.ts';

export const incidentTypeSchema = z.enum(['downtime', 'certificate']);
export type IncidentType = z.infer<typeof incidentTypeSchema>;

export const incidentStatusSchema = z.enum(['active', 'resolved']);

/** One entry of an incident's timeline; clients render its text from `event`. */
export const incidentUpdateSchema = z.object({
  event: z.enum(['opened', 'widened', 'narrowed', 'recovered', 'unwatched']),
  status: incidentStatusSchema,
  severity: severitySchema,
  locations: z.array(locationCodeSchema),
  createdAt: atMsSchema,
});
export type IncidentUpdate = z.infer<typeof incidentUpdateSchema>;

/** `expectedStatus`: null if the check type has no status codes; `actualStatus`: null if no answer came. */
export const incidentDetailsSchema = z.object({
  url: z.string(),
  expectedStatus: z.string().nullable(),
  actualStatus: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.nullable(),
});

/**
 * The alerts about one outage, or about the incident itself. `severity`: the highest so far, null for none; `alerts`: how
 * many; `deferredId`: the one that waits for the end of the silence period; `settled`: how many a recovery has answered.
 */
export const alertedSchema = z.object({
  severity: severitySchema.nullable(),
  alerts: countSchema,
  deferredId: idSchema.nullable(),
  settled: countSchema.optional(),
});
export type Alerted = z.infer<typeof alertedSchema>;

export const NOT_ALERTED: Alerted = { severity: null, alerts: 0, deferredId: null };

/**
 * An outage within an incident: from status down until status up. `number` counts them from 1;
 * `locations` are all that were down in it.
 */
export const outageSchema = z.object({
  number: z.number().int().positive(),
  startedAt: atMsSchema,
  endedAt: atMsSchema.nullable(),
  locations: z.array(locationCodeSchema),
  alerted: alertedSchema,
});
export type Outage = z.infer<typeof outageSchema>;

/**
 * `incidents/{id}`. `location` is the first that saw it, `locations` all that ever did, `downLocations` those that do
 * now. `severity` is the present one while active, the peak once resolved. `outage` is its newest outage, null if the
 * endpoint was never down in it; `alerted` is about the incident itself.
 */
export const incidentSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema,
  monitorId: idSchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  monitor: z.object({ name: z.string() }),
  kind: incidentTypeSchema,
  title: z.string(),
  status: incidentStatusSchema,
  severity: severitySchema,
  peakSeverity: severitySchema,
  outage: outageSchema.nullable(),
  alerted: alertedSchema,
  location: locationCodeSchema,
  locations: z.array(locationCodeSchema),
  downLocations: z.array(locationCodeSchema),
  triggeredAt: atMsSchema,
  resolvedAt: atMsSchema.nullable(),
  details: incidentDetailsSchema,
  updates: z.array(incidentUpdateSchema),
});
export type Incident = z.infer<typeof incidentSchema>;

export const incidentCollection = declareCollection({
  path: 'incidents',
  schema: incidentSchema,
  readableBy: 'owner',
  isMissingReadable: true,
  noIndex: [
    'details',
    'downLocations',
    'endpoint',
    'locations',
    'monitor',
    'outage',
    'resolvedAt',
    'alerted',
    'updates',
  ],
  indexes: [
    ['ownerId', 'triggeredAt desc'],
    ['ownerId', 'monitorId', 'triggeredAt desc'],
    ['ownerId', 'monitorId', 'status', 'triggeredAt desc'],
    ['ownerId', 'status', 'triggeredAt desc'],
    ['ownerId', 'locations contains', 'triggeredAt desc'],
    ['ownerId', 'status', 'locations contains', 'triggeredAt desc'],
  ],
  account: 'owned',
});

/** The incident's outage while it lasts; null while the endpoint is not down. */
export function runningOutage(incident: Pick<Incident, 'outage'> | null): Outage | null {
  const outage = incident?.outage ?? null;
  return outage?.endedAt === null ? outage : null;
}

/** Titles in the API's answers; the app translates by kind. */
export const INCIDENT_TITLES: Record<IncidentType, string> = {
  downtime: 'Endpoint downtime detected',
  certificate: 'Certificate expires soon',
};
