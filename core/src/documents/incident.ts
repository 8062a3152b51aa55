import { z } from 'zod';
import { certificateSchema } from '../values/certificate.ts';
import { checkErrorSchema } from '../values/check.ts';
import { failureLineSchema } from '../values/failure-line.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { severitySchema } from '../values/severity.ts';
import { declareCollection, type IndexField } from './collection.ts';
import { occurrenceSchema } from './maintenance.ts';

/** `certificate`, `domain`: it expires soon. An endpoint has at most one of each of `downtime` and the others. */
export const incidentTypeSchema = z.enum(['downtime', 'certificate', 'domain']);
export type IncidentType = z.infer<typeof incidentTypeSchema>;

export const incidentStatusSchema = z.enum(['active', 'resolved']);

/**
 * A change of an incident's state; clients render its text from `event`. `widened`: more locations or more severe.
 */
export const incidentUpdateSchema = z.object({
  event: z.enum(['opened', 'widened', 'narrowed', 'recovered', 'unmonitored', 'paused']),
  status: incidentStatusSchema,
  severity: severitySchema,
  locations: z.array(locationCodeSchema),
  createdAt: atMsSchema,
});
export type IncidentUpdate = z.infer<typeof incidentUpdateSchema>;

/**
 * `expectedStatus`: null if the check type has no status codes; `actualStatus`: null without a response.
 * `certificateEndsAt`: of what expires soon, the certificate or the registration of the domain.
 */
export const incidentDetailsSchema = z.object({
  url: z.string(),
  expectedStatus: z.string().nullable(),
  actualStatus: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.nullable(),
});

/**
 * A period in which the endpoint is down. `number`: in its incident, from 1. `locations`: all that were down.
 * `severity`: the highest so far.
 */
export const outageSchema = z.object({
  number: z.number().int().positive(),
  startedAt: atMsSchema,
  endedAt: atMsSchema.nullable(),
  locations: z.array(locationCodeSchema),
  severity: severitySchema,
});
export type Outage = z.infer<typeof outageSchema>;

/**
 * Who did something: `name` as given, may be empty; `channelName`: of the channel whose message linked there, empty if
 * it is gone, null in the app.
 */
export const personSchema = z.object({
  name: z.string().max(LIMITS.personLength),
  channelName: z.string().max(80).nullable(),
});
export type Person = z.infer<typeof personSchema>;

/**
 * What somebody did about an incident; clients render its text from `event`. `note`: plain text, empty for none.
 * `until`: when a snooze ends, null for other events.
 */
export const incidentActionSchema = z.object({
  event: z.enum(['acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'noted']),
  by: personSchema,
  note: z.string().max(LIMITS.noteLength),
  until: atMsSchema.nullable(),
  createdAt: atMsSchema,
});
export type IncidentAction = z.infer<typeof incidentActionSchema>;

/** Somebody takes care of it. `severity`: the incident's then; what becomes more severe is announced. */
export const acknowledgementSchema = z.object({ at: atMsSchema, by: personSchema, severity: severitySchema });
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

/** What failing locations received, by location; the status codes of the others. */
export const failuresSchema = z.partialRecord(locationCodeSchema, failureLineSchema).default({});
export const upStatusesSchema = z.partialRecord(locationCodeSchema, z.number().int().nullable()).default({});

/**
 * `incidents/{id}`. `location`: the first that failed; `locations`: all that failed; `downLocations`: those down now.
 * `severity`: the current one while active, then the peak. `outage`: the newest, null if the endpoint was never down.
 * `earlierOutages`: up to 19 before it, the oldest first. `changedAt`: when it was stored, by Firestore's clock.
 * `acknowledgement`: until it is resolved or somebody withdraws it. `snoozedUntil`: until then only its end is announced.
 * `maintenance`: the occurrence that its first or newest outage began in. `failures`: what each location received in
 * the newest outage, and `upStatuses` the status codes elsewhere when the last of them failed, null if unknown.
 * `certificate`: the one that expires soon, null if it is unknown. `expireAt`: null while it is active. `updates` and `actions`, each the oldest first, are
 * its timeline.
 */
export const incidentSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema,
  monitorId: idSchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  monitor: z.object({ name: z.string() }),
  type: incidentTypeSchema,
  title: z.string(),
  status: incidentStatusSchema,
  severity: severitySchema,
  peakSeverity: severitySchema,
  outage: outageSchema.nullable(),
  earlierOutages: z.array(outageSchema).default([]),
  location: locationCodeSchema,
  locations: z.array(locationCodeSchema),
  downLocations: z.array(locationCodeSchema),
  triggeredAt: atMsSchema,
  resolvedAt: atMsSchema.nullable(),
  details: incidentDetailsSchema,
  failures: failuresSchema,
  upStatuses: upStatusesSchema,
  certificate: certificateSchema.nullable().default(null),
  updates: z.array(incidentUpdateSchema),
  actions: z.array(incidentActionSchema).default([]),
  changedAt: atMsSchema,
  acknowledgement: acknowledgementSchema.nullable().default(null),
  snoozedUntil: atMsSchema.nullable().default(null),
  maintenance: occurrenceSchema.nullable().default(null),
  expireAt: atMsSchema.nullable().optional(),
});
export type Incident = z.infer<typeof incidentSchema>;

/** The filters that lists and exports of incidents combine. */
const FILTERED = ['monitorId', 'status', 'severity', 'locations contains'] as const;

/** An index for each combination of filters, newest first. */
function filterIndexes(): IndexField<keyof Incident>[][] {
  const combinations: (typeof FILTERED)[number][][] = [[]];
  for (const field of FILTERED) combinations.push(...combinations.map((fields) => [...fields, field]));
  return combinations.map((fields) => ['ownerId', ...fields, 'triggeredAt desc']);
}

export const incidentCollection = declareCollection({
  path: 'incidents',
  schema: incidentSchema,
  readableBy: 'owner',
  isMissingReadable: true,
  ttl: 'expireAt',
  noIndex: [
    'acknowledgement',
    'actions',
    'certificate',
    'details',
    'downLocations',
    'earlierOutages',
    'endpoint',
    'failures',
    'locations',
    'maintenance',
    'monitor',
    'outage',
    'resolvedAt',
    'snoozedUntil',
    'updates',
    'upStatuses',
  ],
  indexes: [
    ...filterIndexes(),
    ['ownerId', 'changedAt'],
    ['ownerId', 'triggeredAt desc', 'changedAt desc'],
    ['ownerId', 'monitorId', 'triggeredAt desc', 'changedAt desc'],
    ['changedAt'],
  ],
  account: 'owned',
});

/** The incident's outage that has not ended; null while the endpoint is not down. */
export function runningOutage(incident: Pick<Incident, 'outage'> | null): Outage | null {
  const outage = incident?.outage ?? null;
  return outage?.endedAt === null ? outage : null;
}

/** Titles in API responses; the app translates by type. */
export const INCIDENT_TITLES: Record<IncidentType, string> = {
  downtime: 'Endpoint downtime detected',
  certificate: 'Certificate expires soon',
  domain: 'Domain expires soon',
};
