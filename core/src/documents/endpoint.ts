import { z } from 'zod';
import { certificateSchema } from '../values/certificate.ts';
import { checkErrorSchema } from '../values/check.ts';
import { atMsSchema, countSchema, idSchema, revisionSchema } from '../values/fields.ts';
import { AGENT } from '../values/limits.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { storedShape } from '../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields } from '../values/monitor-fields/table.ts';
import { slowLimitsSchema, slowStateSchema } from '../values/slow.ts';
import { endpointStatusSchema } from '../values/status.ts';
import { stuckSchema } from '../values/stuck.ts';
import { hourStart } from '../values/time.ts';
import { transitionSchema } from '../values/transition.ts';
import { isRunByServer } from '../values/url.ts';
import { votesSchema } from '../values/vote.ts';
import { declareCollection } from './collection.ts';
import { type Incident, isExpiry } from './incident.ts';

/** The endpoint's last failure, and the location that reported it. */
export const lastErrorSchema = z.object({
  at: atMsSchema,
  location: locationCodeSchema,
  statusCode: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
});
export type LastError = z.infer<typeof lastErrorSchema>;

/**
 * Whether the owner was notified of a coverage gap, which is time in which no vote counts, from a new endpoint's start on:
 * `none` without a gap or before its notice, `notified` or (if such notices are off) `unnotified` during the gap, and `over` until its end is
 * sent.
 */
export const coverageGapSchema = z.enum(['none', 'notified', 'unnotified', 'over']);
export type CoverageGap = z.infer<typeof coverageGapSchema>;

/** `endpoints/{id}`. */
export const endpointSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  ...storedShape(ENDPOINT_FIELDS),
  rev: revisionSchema,
  locations: z.array(locationCodeSchema),
  status: endpointStatusSchema,
  since: atMsSchema,
  votes: votesSchema,
  transitions: z.array(transitionSchema),
  openIncidentId: idSchema.nullable(),
  openCertificateIncidentId: idSchema.nullable(),
  openSlowIncidentId: idSchema.nullable().default(null),
  /** Null unless the status is up. */
  slow: slowStateSchema,
  /** When it last became slow or stopped being slow; null for never. */
  slowChangedAt: atMsSchema.nullable().default(null),
  /** As its assignments have them. */
  slowLimits: slowLimitsSchema.default({}),
  lastError: lastErrorSchema.nullable(),
  coverageGap: coverageGapSchema.default('none'),
  /** When a notice about its coverage gap is due, as `coverageDueAt` returns it; older documents get it by an upgrade step. */
  coverageDueAt: atMsSchema.nullable().optional(),
  /** The newest certificate that an agent has seen there. */
  certificate: certificateSchema.nullable().default(null),
  /** How often a heartbeat's ping URL was replaced. */
  pingUrlVersion: countSchema.default(0),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Endpoint = z.infer<typeof endpointSchema>;

/** The incidents that an endpoint can have open, one of each sort, and the field that has its id. */
export const OPEN_INCIDENT_FIELDS = {
  downtime: 'openIncidentId',
  certificate: 'openCertificateIncidentId',
  slow: 'openSlowIncidentId',
} as const satisfies Record<string, keyof Endpoint>;
export type IncidentSort = keyof typeof OPEN_INCIDENT_FIELDS;
/** An incident of each sort, or null. */
export type IncidentsBySort = Record<IncidentSort, Incident | null>;
const SORTS = Object.keys(OPEN_INCIDENT_FIELDS) as IncidentSort[];

/** Returns the sort of an incident; what expires, a certificate or a domain, is one. */
export function sortOf(incident: Pick<Incident, 'type'>): IncidentSort {
  if (isExpiry(incident)) return 'certificate';
  return incident.type === 'slow' ? 'slow' : 'downtime';
}

/** Returns the ids of the endpoint's open incidents. */
export function openIncidentIds(endpoint: Endpoint): string[] {
  return SORTS.flatMap((sort) => endpoint[OPEN_INCIDENT_FIELDS[sort]] ?? []);
}

/** Maps the incident of each sort. */
export function mapIncidents(map: (sort: IncidentSort) => Incident | null): IncidentsBySort {
  return { downtime: map('downtime'), certificate: map('certificate'), slow: map('slow') };
}

/** Returns the incidents that are not null. */
export function listIncidents(incidents: IncidentsBySort): Incident[] {
  return SORTS.flatMap((sort) => incidents[sort] ?? []);
}

/** Finds the open incidents of an endpoint among those read. */
export function findOpenIncidents(endpoint: Endpoint, read: ReadonlyMap<string, Incident>): IncidentsBySort {
  return mapIncidents((sort) => read.get(endpoint[OPEN_INCIDENT_FIELDS[sort]] ?? '') ?? null);
}

export const endpointCollection = declareCollection({
  path: 'endpoints',
  schema: endpointSchema,
  readableBy: 'member',
  isMissingReadable: true,
  noIndex: [
    'certificate',
    'check',
    'coverageGap',
    'createdAt',
    'description',
    'lastError',
    'locations',
    'managedKey',
    'name',
    'paused',
    'pingUrlVersion',
    'since',
    'slow',
    'slowChangedAt',
    'slowLimits',
    'slowMs',
    'transitions',
    'url',
    'votes',
  ],
  indexes: [['ownerId', 'monitorId'], ['ownerId', 'slowMs'], ['coverageDueAt'], ['stuck']],
  account: 'owned',
});

/**
 * Returns when the sweep is to send a notice about the endpoint's coverage gap: once nothing has been known for ten
 * minutes, and after a gap that its owner was notified of; null if none is due.
 */
export function coverageDueAt({
  status,
  since,
  coverageGap,
}: Pick<Endpoint, 'status' | 'since' | 'coverageGap'>): number | null {
  if (coverageGap === 'over') return since;
  const hasNoData = status === 'pending' || status === 'unknown';
  return hasNoData && coverageGap === 'none' ? since + AGENT.notifyAfterMs : null;
}

/** The values that a new endpoint is created with. */
type GivenEndpoint = Pick<Endpoint, 'ownerId' | 'monitorId' | 'locations'> & EndpointFields;

/** Returns a new endpoint, not checked yet. */
export function newEndpoint(given: GivenEndpoint, nowMs: number): Endpoint {
  return {
    ...given,
    rev: 0,
    status: 'pending',
    since: nowMs,
    votes: {},
    transitions: [],
    openIncidentId: null,
    openCertificateIncidentId: null,
    openSlowIncidentId: null,
    slow: null,
    slowChangedAt: null,
    slowLimits: {},
    lastError: null,
    // What the server decides itself has no agent that could be missing.
    coverageGap: isRunByServer(given.url) ? 'unnotified' : 'none',
    certificate: null,
    pingUrlVersion: 0,
    createdAt: nowMs,
  };
}

const statusChangeSchema = z.object({
  changedAt: atMsSchema,
  previous: endpointStatusSchema,
  next: endpointStatusSchema,
  locations: z.array(locationCodeSchema),
  previousDurationMs: countSchema,
  /** As in a transition. */
  outages: countSchema.optional(),
  slow: z.literal(true).optional(),
  wasSlow: z.literal(true).optional(),
});
export type StatusChange = z.infer<typeof statusChangeSchema>;

/** `endpoints/{id}/events/{key}`: one change of the status, create-only, or those of an hour in which it flapped. */
export const statusEventSchema = statusChangeSchema.extend({
  ownerId: idSchema,
  /** The earlier changes of the hour, the oldest first. Replaces the entries that these changes have already. */
  earlier: z.array(statusChangeSchema).optional(),
  /** Older entries have none. */
  expireAt: atMsSchema.optional(),
});
export type StatusEvent = z.infer<typeof statusEventSchema>;

export const statusEventCollection = declareCollection({
  path: 'endpoints/{}/events',
  schema: statusEventSchema,
  readableBy: 'member',
  ttl: 'expireAt',
  noIndex: ['earlier', 'locations'],
  indexes: [['ownerId', 'changedAt desc'], ['changedAt']],
  groupIndexes: [['ownerId', 'changedAt']],
  account: 'with parent',
});

/** The id of the entry that has all changes of the UTC hour of `atMs`. */
export function hourEntryId(atMs: number): string {
  return `hour_${new Date(hourStart(atMs)).toISOString().slice(0, 13)}`;
}
