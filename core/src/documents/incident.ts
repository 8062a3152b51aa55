import { z } from 'zod';
import { certificateSchema } from '../values/certificate.ts';
import { checkErrorSchema } from '../values/check.ts';
import { failureLineSchema } from '../values/failure-line.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { severitySchema } from '../values/severity.ts';
import { measuredSlowSchema } from '../values/slow.ts';
import { spreadOf } from '../values/spread.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection, type IndexField } from './collection.ts';
import { occurrenceSchema } from './maintenance.ts';

/**
 * The type `certificate` or `domain` means that it expires soon, `slow` that the endpoint is up, but slow. An endpoint has
 * at most one incident of each type at a time.
 */
export const incidentTypeSchema = z.enum(['downtime', 'certificate', 'domain', 'slow']);
export type IncidentType = z.infer<typeof incidentTypeSchema>;

export const incidentStatusSchema = z.enum(['active', 'resolved']);

/**
 * A change of an incident's state; clients render its text from `event`. An incident is `widened` by more locations or
 * a higher severity; one that is `stable` no longer flaps, but continues.
 */
export const incidentUpdateSchema = z.object({
  event: z.enum(['opened', 'widened', 'narrowed', 'flapping', 'stable', 'recovered', 'unmonitored', 'paused']),
  status: incidentStatusSchema,
  severity: severitySchema,
  locations: z.array(locationCodeSchema),
  createdAt: atMsSchema,
});
export type IncidentUpdate = z.infer<typeof incidentUpdateSchema>;

/** What the check expected and what it got. */
export const incidentDetailsSchema = z.object({
  url: z.string(),
  /** Null if the check type has no status codes. */
  expectedStatus: z.string().nullable(),
  /** Null without a response. */
  actualStatus: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  /** When the certificate, or the registration of the domain, expires. */
  certificateEndsAt: atMsSchema.nullable(),
  /** What each location measured when it was last found slow. */
  slow: measuredSlowSchema.default({}),
});

/** A period in which the endpoint is down. */
export const outageSchema = z.object({
  /** Counts the incident's outages from 1. */
  number: z.number().int().positive(),
  startedAt: atMsSchema,
  endedAt: atMsSchema.nullable(),
  /** All locations that were down in it. */
  locations: z.array(locationCodeSchema),
  /** The highest severity so far. */
  severity: severitySchema,
  /** The maintenance in which an earlier outage started; that of the newest one is the incident's. */
  maintenance: occurrenceSchema.pick({ startsAt: true, endsAt: true }).optional(),
});
export type Outage = z.infer<typeof outageSchema>;

/** How an endpoint went up and down again and again (docs/status.md, Flapping). */
export const flappingSchema = z.object({
  /** When the first outage that counts started, which may belong to an earlier incident. */
  since: atMsSchema,
  /** How many outages there have been since. */
  outages: z.number().int().positive(),
  /** When the endpoint became stable; null while it flaps. */
  until: atMsSchema.nullable(),
});
export type Flapping = z.infer<typeof flappingSchema>;

/** Who did something. */
export const personSchema = z.object({
  /** The name as given, which may be empty. */
  name: z.string().max(LIMITS.personLength),
  /** The channel whose message linked there: empty if the channel is gone, null in the app. */
  channelName: z.string().max(80).nullable(),
});
export type Person = z.infer<typeof personSchema>;

/** What a person did about an incident; clients render its text from `event`. */
export const incidentActionSchema = z.object({
  event: z.enum(['acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'noted']),
  by: personSchema,
  /** Plain text, empty without a note. */
  note: z.string().max(LIMITS.noteLength),
  /** When a snooze ends; null for other events. */
  until: atMsSchema.nullable(),
  createdAt: atMsSchema,
});
export type IncidentAction = z.infer<typeof incidentActionSchema>;

/** A person takes care of the incident. `severity` is the incident's at that time: a higher one is announced. */
export const acknowledgementSchema = z.object({ at: atMsSchema, by: personSchema, severity: severitySchema });
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

/** How many are kept of an incident that is assigned again and again. */
export const MOST_ASSIGNEES = 20;

/** The person who takes care of the incident from then on; both fields are empty for nobody. The name stays if they leave. */
export const assigneeSchema = z.object({
  uid: z.string().max(128),
  name: z.string().max(LIMITS.personLength),
  by: personSchema,
  createdAt: atMsSchema,
});
export type Assignee = z.infer<typeof assigneeSchema>;

/** What failing locations received, by location. */
export const failuresSchema = z.partialRecord(locationCodeSchema, failureLineSchema).default({});
/** The status codes that the other locations received. */
export const upStatusesSchema = z.partialRecord(locationCodeSchema, z.number().int().nullable()).default({});

/** `incidents/{id}`. `updates` and `actions`, each the oldest first, are its timeline. */
export const incidentSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema,
  monitorId: idSchema,
  endpoint: z.object({ name: z.string(), url: z.string() }),
  monitor: z.object({ name: z.string() }),
  type: incidentTypeSchema,
  title: z.string(),
  status: incidentStatusSchema,
  /** The current severity while active, then the peak. */
  severity: severitySchema,
  peakSeverity: severitySchema,
  /** The newest outage; null if the endpoint was never down. */
  outage: outageSchema.nullable(),
  /** Up to 19 outages before the newest, the oldest first. */
  earlierOutages: z.array(outageSchema).default([]),
  /** The last time that the endpoint flapped; null for never. */
  flapping: flappingSchema.nullable().default(null),
  /** When the endpoint stops flapping unless it changes; null if it does not flap, or while nothing is known. */
  stableAt: atMsSchema.nullable().default(null),
  stuck: stuckSchema.optional(),
  /** The first location that failed. */
  location: locationCodeSchema,
  /** All locations that failed. */
  locations: z.array(locationCodeSchema),
  /** The locations that are down now. */
  downLocations: z.array(locationCodeSchema),
  triggeredAt: atMsSchema,
  resolvedAt: atMsSchema.nullable(),
  details: incidentDetailsSchema,
  /** What each location received in the newest outage. */
  failures: failuresSchema,
  /** The status codes at the other locations when the last of them failed; null if unknown. */
  upStatuses: upStatusesSchema,
  /** The certificate that expires soon; null if it is unknown. */
  certificate: certificateSchema.nullable().default(null),
  updates: z.array(incidentUpdateSchema),
  actions: z.array(incidentActionSchema).default([]),
  /** To whom it was assigned, the oldest first; the last one counts. */
  assignees: z.array(assigneeSchema).max(MOST_ASSIGNEES).optional(),
  /** When the incident was stored, by Firestore's clock. */
  changedAt: atMsSchema,
  /** Its owner's part of the index by which jobs find what has changed; every change of `changedAt` sets it. */
  shard: countSchema.optional(),
  /** Stays until the incident is resolved or a person withdraws it. */
  acknowledgement: acknowledgementSchema.nullable().default(null),
  /** Until then only the end of the incident is announced. */
  snoozedUntil: atMsSchema.nullable().default(null),
  /**
   * Until when the first alert about a new endpoint waits for the live locations that have not voted on it yet; null once
   * all have.
   */
  awaitsVotesUntil: atMsSchema.nullable().default(null),
  /** The occurrence in which its first or newest outage started. */
  maintenance: occurrenceSchema.nullable().default(null),
  /** Null while the incident is active. */
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
  readableBy: 'member',
  isMissingReadable: true,
  ttl: 'expireAt',
  noIndex: [
    'acknowledgement',
    'actions',
    'assignees',
    'awaitsVotesUntil',
    'certificate',
    'changedAt',
    'details',
    'downLocations',
    'earlierOutages',
    'endpoint',
    'failures',
    'flapping',
    'locations',
    'maintenance',
    'monitor',
    'outage',
    'resolvedAt',
    'shard',
    'snoozedUntil',
    'triggeredAt',
    'updates',
    'upStatuses',
  ],
  indexes: [
    ...filterIndexes(),
    ['ownerId', 'changedAt'],
    ['ownerId', 'triggeredAt desc', 'changedAt desc'],
    ['ownerId', 'monitorId', 'triggeredAt desc', 'changedAt desc'],
    ['shard', 'changedAt'],
    ['stableAt'],
    ['stuck'],
  ],
  account: 'owned',
});

/** One part of an index by time takes some 500 writes a second (docs/scale.md, Hottest documents). */
export const INCIDENT_SHARDS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the part of the index that has an owner's incidents. */
export function incidentShard(ownerId: string): number {
  return spreadOf(ownerId, INCIDENT_SHARDS.length);
}

/** The incident's outage that has not ended; null while the endpoint is not down. */
export function runningOutage(incident: Pick<Incident, 'outage'> | null): Outage | null {
  const outage = incident?.outage ?? null;
  return outage?.endedAt === null ? outage : null;
}

/** Returns the person to whom the incident is assigned, or null. */
export function assigneeOf({ assignees }: Pick<Incident, 'assignees'>): Pick<Assignee, 'uid' | 'name'> | null {
  const last = assignees?.at(-1);
  return last && last.uid !== '' ? { uid: last.uid, name: last.name } : null;
}

/** Returns whether the incident's endpoint flaps now. */
export function isFlapping(incident: Pick<Incident, 'flapping'> | null): boolean {
  return incident?.flapping?.until === null;
}

/** Returns whether the incident is about a certificate or a domain that expires soon. */
export function isExpiry({ type }: Pick<Incident, 'type'>): boolean {
  return type !== 'downtime' && type !== 'slow';
}

/** Titles in API responses; the app translates by type. */
export const INCIDENT_TITLES: Record<IncidentType, string> = {
  downtime: 'Endpoint downtime detected',
  certificate: 'Certificate expires soon',
  domain: 'Domain expires soon',
  slow: 'Endpoint is slow',
};
