import type { LastError } from '../../documents/endpoint.ts';
import {
  type Flapping,
  INCIDENT_TITLES,
  type Incident,
  type IncidentUpdate,
  type Outage,
  runningOutage,
} from '../../documents/incident.ts';
import type { Occurrence } from '../../documents/maintenance.ts';
import { type Certificate, firstToEnd } from '../../values/certificate.ts';
import type { Decider } from '../../values/check-types/check-type.ts';
import { ALERT, FLAPPING, LIMITS } from '../../values/limits.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { compareSeverity, downtimeSeverity, lessSevere, moreSevere, type Severity } from '../../values/severity.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Transition } from '../../values/transition.ts';
import { deciderOf, expectedStatusOf } from '../../values/url.ts';
import type { Vote } from '../../values/vote.ts';
import { failingSince, occurrenceAt } from '../maintenance/in-maintenance.ts';
import { flappingFrom, stableAfter } from './flapping.ts';
import { downLocations, type EndpointVotes } from './status-rules.ts';

/** What expires of an endpoint, by who decides about it. */
const EXPIRY_TYPES = { agents: 'certificate', pings: 'certificate', registry: 'domain' } as const satisfies Record<
  Decider,
  Incident['type']
>;

/** The owner, endpoint and monitor of an incident. */
export type IncidentSubject = Pick<Incident, 'ownerId' | 'endpointId' | 'monitorId' | 'endpoint' | 'monitor'>;

export type DowntimeInput = EndpointVotes & {
  subject: IncidentSubject;
  open: Incident | null;
  watched: readonly LocationCode[];
  /** The locations with a live agent of which no vote counts yet. */
  unheard: readonly LocationCode[];
  /** Whether the endpoint had no status before the change. */
  isNew: boolean;
  lastError: LastError | null;
  /** The maintenance of the endpoint's monitor. */
  maintenance: readonly Occurrence[];
  /** The statuses that the endpoint's check accepts, if it defines any. */
  statuses?: string | undefined;
  /** When the change happened, epoch ms. */
  atMs: number;
};

export type DowntimeChange = DowntimeInput & {
  /** The endpoint's status after the change. */
  status: EndpointStatus;
  /** Whether the change is a new down verdict. */
  hasNewDownVerdict: boolean;
  /** The endpoint's transitions before the change, the oldest first. */
  transitions: readonly Transition[];
};

/**
 * Decides the endpoint's downtime incident after its votes changed (docs/status.md, Incidents); null if nothing
 * changes. Only a down verdict opens it or makes it more severe; a location whose last vote was down keeps it open
 * while its vote does not count. The outages within it follow the endpoint's status.
 */
export function decideDowntime(input: DowntimeChange): Incident | null {
  const { open, counting, hasNewDownVerdict } = input;
  const down = downLocations(counting);
  const [first] = down;
  if (open === null) {
    if (!first || !hasNewDownVerdict) return null;
    return withFlapping(withOutage(openDowntime(input, first, down), input), null, input);
  }
  if (open.flapping?.until === null) return changeFlapping(open, open.flapping, down, input);
  const current = currentSeverity(input, open);
  const severity = hasNewDownVerdict ? provenSeverity(current, input, open) : lessSevere(open.severity, current);
  const after = updateOpen(input, open, down, (vote) => vote.up, severity) ?? open;
  const outage = updateOutage(after, input);
  const awaitsVotesUntil = input.unheard.length > 0 ? open.awaitsVotesUntil : null;
  if (after === open && outage === open.outage && awaitsVotesUntil === open.awaitsVotesUntil) return null;
  const earlier = earlierOutages(open, outage);
  const changed = withMaintenance({ ...after, outage, earlierOutages: earlier, awaitsVotesUntil }, open, input);
  return withFlapping(changed, open, input);
}

/** The endpoint flaps from an outage on that starts soon after several others. */
function withFlapping(after: Incident, before: Incident | null, { transitions, atMs }: DowntimeChange): Incident {
  const outage = runningOutage(after);
  if (!outage || outage.number === before?.outage?.number) return after;
  const flapping = flappingFrom(transitions, outage.startedAt);
  if (!flapping) return after;
  const { severity, downLocations: locations } = after;
  const update: IncidentUpdate = { event: 'flapping', status: 'active', severity, locations, createdAt: atMs };
  return { ...after, flapping, stableAt: atMs + FLAPPING.stableAfterMs, updates: addUpdate(after, update) };
}

/**
 * Changes the incident of an endpoint that flaps: it has no updates, stays as severe as it was, and is not resolved
 * before the endpoint is stable.
 */
function changeFlapping(
  open: Incident,
  flapping: Flapping,
  failing: LocationCode[],
  input: DowntimeChange,
): Incident | null {
  const { hasNewDownVerdict, status, atMs } = input;
  const current = provenSeverity(currentSeverity(input, open), input, open);
  const severity = hasNewDownVerdict ? moreSevere(open.severity, current) : open.severity;
  const remaining = remainingLocations(input, open, failing, (vote) => vote.up);
  const widened: Incident = {
    ...open,
    severity,
    peakSeverity: moreSevere(open.peakSeverity, severity),
    downLocations: remaining,
    locations: orderedLocations([...open.locations, ...remaining]),
  };
  const outage = updateOutage(widened, input);
  const isNew = outage !== null && outage.number !== open.outage?.number;
  const outages = flapping.outages + (isNew ? 1 : 0);
  const after: Incident = {
    ...widened,
    outage,
    earlierOutages: earlierOutages(open, outage),
    flapping: { ...flapping, outages },
  };
  const stableAt = stableAfter(open, after, status, atMs);
  if (stableAt !== null && stableAt <= atMs) return endFlapping(after, stableAt - FLAPPING.stableAfterMs, atMs);
  const isSame = isSameLocations(open.downLocations, remaining) && severity === open.severity;
  if (isSame && outage === open.outage && stableAt === open.stableAt) return null;
  return withMaintenance({ ...after, stableAt }, open, input);
}

/** An endpoint that has been up since then has recovered; another one goes on as it is. */
function endFlapping(incident: Incident, sinceMs: number, atMs: number): Incident {
  const { severity, downLocations: locations } = incident;
  if (locations.length === 0 && !runningOutage(incident)) return resolveIncident(incident, 'recovered', sinceMs);
  const update: IncidentUpdate = { event: 'stable', status: 'active', severity, locations, createdAt: atMs };
  return { ...incident, ...asStable(incident, sinceMs), updates: addUpdate(incident, update) };
}

function asStable({ flapping }: Incident, atMs: number): Pick<Incident, 'flapping' | 'stableAt'> {
  return { flapping: flapping && { ...flapping, until: flapping.until ?? atMs }, stableAt: null };
}

/** Returns the last outages before the newest, each with the maintenance that was the incident's until then. */
function earlierOutages(open: Incident, newest: Outage | null): Outage[] {
  const { outage: before, earlierOutages: earlier, maintenance } = open;
  if (before === null || newest === null || newest.number <= before.number) return earlier;
  const { startsAt, endsAt } = maintenance ?? {};
  const isKept = startsAt !== undefined && endsAt !== undefined;
  const ended = isKept ? { ...before, maintenance: { startsAt, endsAt } } : before;
  return [...earlier, ended].slice(-(LIMITS.outagesPerIncident - 1));
}

/** Returns the severity now: if no counting vote is down, the incident is minor once the endpoint is up elsewhere. */
function currentSeverity({ status, counting, deciding }: DowntimeChange, open: Incident): Severity {
  if (downLocations(counting).length === 0) return status === 'up' ? 'minor' : open.severity;
  return downtimeSeverity(downLocations(deciding).length, Object.keys(deciding).length);
}

/** Critical means that it fails everywhere: no incident becomes so before every location with a live agent has voted. */
function provenSeverity(severity: Severity, { unheard }: DowntimeInput, open: Incident | null): Severity {
  return unheard.length > 0 && open?.severity !== 'critical' ? lessSevere(severity, 'major') : severity;
}

function withOutage(incident: Incident, input: DowntimeChange): Incident {
  return withMaintenance({ ...incident, outage: updateOutage(incident, input) }, null, input);
}

/** Sets the maintenance in which an incident that opens, or a new outage within it, starts. */
export function withMaintenance(
  after: Incident,
  before: Incident | null,
  { maintenance }: Pick<DowntimeInput, 'maintenance'>,
): Incident {
  const since = failingSince(after);
  return before && failingSince(before) === since ? after : { ...after, maintenance: occurrenceAt(maintenance, since) };
}

/**
 * An outage starts when the status becomes down and ends when it is up, or when the endpoint is unwatched. It continues
 * while the status is unknown: if the endpoint is down again, it is the same outage.
 */
function updateOutage(incident: Incident, { status, hasNewDownVerdict, atMs }: DowntimeChange): Outage | null {
  const { outage, downLocations: down } = incident;
  if (status === 'up') return endOutage(incident, atMs);
  if (incident.status === 'resolved' || status !== 'down') return outage;
  const running = runningOutage(incident);
  if (!running) {
    if (!hasNewDownVerdict) return outage;
    const number = (outage?.number ?? 0) + 1;
    const startedAt = Math.max(atMs, outage?.endedAt ?? incident.triggeredAt);
    return { number, startedAt, endedAt: null, locations: down, severity: incident.severity };
  }
  const locations = orderedLocations([...running.locations, ...down]);
  const severity = moreSevere(running.severity, incident.severity);
  const isSame = locations.length === running.locations.length && severity === running.severity;
  return isSame ? running : { ...running, locations, severity };
}

function openDowntime(input: DowntimeInput, first: LocationCode, down: LocationCode[]): Incident {
  const { subject, counting, unheard, isNew, atMs } = input;
  const severity = provenSeverity(downtimeSeverity(down.length, Object.keys(counting).length), input, null);
  const seen = input.lastError && down.includes(input.lastError.location) ? input.lastError : null;
  return {
    ...subject,
    type: 'downtime',
    title: INCIDENT_TITLES.downtime,
    ...openingFields(severity, seen?.location ?? first, down, atMs),
    awaitsVotesUntil: isNew && unheard.length > 0 ? atMs + ALERT.awaitVotesMs : null,
    details: {
      url: subject.endpoint.url,
      expectedStatus: expectedStatusOf(subject.endpoint.url, input.statuses),
      actualStatus: seen?.statusCode ?? null,
      error: seen?.error ?? null,
      certificateEndsAt: null,
      slow: {},
    },
  };
}

/**
 * Updates an open incident: it continues at the locations `failing` now, and at those that became silent before they
 * recovered.
 */
function updateOpen(
  input: DowntimeInput,
  open: Incident,
  failing: LocationCode[],
  isRecoveryVote: (vote: Vote) => boolean,
  severity: Severity,
): Incident | null {
  const { counting, atMs } = input;
  const hasCounting = Object.keys(counting).length > 0;
  const remaining = remainingLocations(input, open, failing, isRecoveryVote);
  const sinceMs = Math.max(atMs, open.updates.at(-1)?.createdAt ?? open.triggeredAt);
  if (remaining.length === 0) return resolveIncident(open, hasCounting ? 'recovered' : 'unmonitored', sinceMs);
  return changeIncident(open, remaining, severity, sinceMs);
}

function remainingLocations(
  { votes, counting, watched }: DowntimeInput,
  open: Incident,
  failing: LocationCode[],
  isRecoveryVote: (vote: Vote) => boolean,
): LocationCode[] {
  const hasCounting = Object.keys(counting).length > 0;
  const hasRecovered = (vote: Vote | undefined) => hasCounting && vote !== undefined && isRecoveryVote(vote);
  const silent = open.downLocations.filter((each) => watched.includes(each) && !hasRecovered(votes[each]));
  return orderedLocations([...failing, ...silent]);
}

/** Returns what an incident has that opens. */
export function openingFields(severity: Severity, location: LocationCode, locations: LocationCode[], atMs: number) {
  const update: IncidentUpdate = { event: 'opened', status: 'active', severity, locations, createdAt: atMs };
  return {
    status: 'active' as const,
    severity,
    peakSeverity: severity,
    outage: null,
    earlierOutages: [],
    flapping: null,
    stableAt: null,
    location,
    locations,
    downLocations: locations,
    triggeredAt: atMs,
    resolvedAt: null,
    updates: [update],
    actions: [],
    failures: {},
    upStatuses: {},
    certificate: null,
    changedAt: atMs,
    acknowledgement: null,
    snoozedUntil: null,
    awaitsVotesUntil: null,
    maintenance: null,
  };
}

/** Returns an open incident with these locations and this severity now; null if they are the same. */
export function changeIncident(
  open: Incident,
  remaining: LocationCode[],
  severity: Severity,
  atMs: number,
): Incident | null {
  const isSame = isSameLocations(open.downLocations, remaining);
  if (isSame && severity === open.severity) return null;
  const hasMore = remaining.some((each) => !open.downLocations.includes(each));
  const event = hasMore || (isSame && compareSeverity(severity, open.severity) > 0) ? 'widened' : 'narrowed';
  return {
    ...open,
    severity,
    peakSeverity: moreSevere(open.peakSeverity, severity),
    downLocations: remaining,
    locations: orderedLocations([...open.locations, ...remaining]),
    updates: addUpdate(open, { event, status: 'active', severity, locations: remaining, createdAt: atMs }),
  };
}

function isSameLocations(a: readonly LocationCode[], b: readonly LocationCode[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

/** Returns the incident's newest outage, ended at `atMs` if it was still running. */
function endOutage(incident: Incident, atMs: number): Outage | null {
  const running = runningOutage(incident);
  return running ? { ...running, endedAt: Math.max(atMs, running.startedAt) } : incident.outage;
}

/** Resolves an incident: recovered, no longer monitored, or paused. Its severity becomes its peak severity. */
export function resolveIncident(open: Incident, event: 'recovered' | 'unmonitored' | 'paused', atMs: number): Incident {
  const resolvedAt = Math.max(atMs, open.triggeredAt);
  const severity = open.peakSeverity;
  return {
    ...open,
    status: 'resolved',
    severity,
    outage: endOutage(open, resolvedAt),
    ...asStable(open, resolvedAt),
    downLocations: [],
    resolvedAt,
    updates: addUpdate(open, {
      event,
      status: 'resolved',
      severity,
      locations: open.locations,
      createdAt: resolvedAt,
    }),
  };
}

function addUpdate(incident: Incident, update: IncidentUpdate): IncidentUpdate[] {
  const [first, ...rest] = [...incident.updates, update];
  return first ? [first, ...rest.slice(-(LIMITS.updatesPerIncident - 1))] : [];
}

type CertificateInput = DowntimeInput & {
  /** The newest certificate that an agent has seen at the endpoint. */
  certificate: Certificate | null;
};

/**
 * Decides the endpoint's incident about its certificate, or about its domain, which expires soon, after its votes
 * changed; null if nothing changes. It is informational, of its own type. A down vote without a certificate is no evidence: the connection may have failed before the TLS
 * handshake.
 */
export function decideExpiry(input: CertificateInput): Incident | null {
  const { open, counting, subject, watched, atMs } = input;
  const warned = watched.filter((location) => counting[location]?.certificateEndsAt !== undefined);
  const isRecoveryVote = (vote: Vote) => vote.up && vote.certificateEndsAt === undefined;
  const endsAt = Math.min(...warned.map((code) => counting[code]?.certificateEndsAt ?? Number.POSITIVE_INFINITY));
  if (open !== null) {
    const after = updateOpen(input, open, warned, isRecoveryVote, 'informational');
    if (warned.length === 0 || endsAt === open.details.certificateEndsAt) return after;
    const details = { ...open.details, certificateEndsAt: endsAt };
    return { ...(after ?? open), details, certificate: certificateUntil(input, endsAt) };
  }
  const [first] = warned;
  if (!first) return null;
  const type = EXPIRY_TYPES[deciderOf(subject.endpoint.url)];
  const opened: Incident = {
    ...subject,
    type,
    title: INCIDENT_TITLES[type],
    ...openingFields('informational', first, orderedLocations(warned), atMs),
    details: {
      url: subject.endpoint.url,
      expectedStatus: expectedStatusOf(subject.endpoint.url, input.statuses),
      actualStatus: null,
      error: null,
      certificateEndsAt: endsAt,
      slow: {},
    },
    certificate: certificateUntil(input, endsAt),
  };
  return withMaintenance(opened, null, input);
}

/** Returns the endpoint's certificate if it, or the intermediate one that ends first, has this end. */
function certificateUntil({ certificate }: CertificateInput, endsAt: number): Certificate | null {
  return certificate && firstToEnd(certificate).endsAt === endsAt ? certificate : null;
}
