import type { LastError } from '../documents/endpoint.ts';
import {
  INCIDENT_TITLES,
  type Incident,
  type IncidentUpdate,
  NOTHING_TOLD,
  type Outage,
  runningOutage,
} from '../documents/incident.ts';
import { LIMITS } from '../limits.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';
import { expectedStatusOf } from '../url.ts';
import { downLocations, endpointStatus, type KnownVotes } from './quorum.ts';
import { compareSeverity, downtimeSeverity, graver, lesser, type Severity } from './severity.ts';
import type { EndpointStatus } from './status.ts';
import type { Vote } from './vote.ts';

/** The part of an incident that says what it belongs to. */
export type IncidentSubject = Pick<Incident, 'ownerId' | 'endpointId' | 'monitorId' | 'endpoint' | 'monitor'>;

type DowntimeInput = KnownVotes & {
  subject: IncidentSubject;
  open: Incident | null;
  watched: readonly LocationCode[];
  lastError: LastError | null;
  /** When what is decided here happened, epoch ms. */
  atMs: number;
};

/** `status`: the endpoint's after the change. `saysDown`: the change is a new down verdict. */
export type DowntimeChange = DowntimeInput & { status: EndpointStatus; saysDown: boolean };

/**
 * The endpoint's downtime incident after its votes changed (docs/architecture.md, Incidents). Only a down verdict opens
 * it or makes it graver; a location whose last vote was down keeps it open while its vote does not count. The
 * endpoint's status makes the outages within it. Null if nothing changes.
 */
export function decideDowntime(input: DowntimeChange): Incident | null {
  const { open, counting, saysDown } = input;
  const down = downLocations(counting);
  const [first] = down;
  if (open === null) return first && saysDown ? withOutage(downtimeOpened(input, first, down), input) : null;
  const present = down.length > 0 ? presentSeverity(input) : unseen(input, open);
  const severity = saysDown ? present : lesser(open.severity, present);
  const after = followed(input, open, down, (vote) => vote.up, severity) ?? open;
  const outage = outageAfter(after, input);
  return after === open && outage === open.outage ? null : { ...after, outage };
}

/** While the endpoint is down it is as grave as by the votes that keep it so. */
function presentSeverity({ status, votes, counting, lasting }: DowntimeChange): Severity {
  const deciding = status === 'down' && endpointStatus(votes, counting) !== 'down' ? lasting : counting;
  return downtimeSeverity(downLocations(deciding).length, Object.keys(deciding).length);
}

/** If no counting vote is down, it is minor once the endpoint is up elsewhere. */
function unseen({ status }: DowntimeChange, { severity }: Incident): Severity {
  return status === 'up' ? 'minor' : severity;
}

function withOutage(incident: Incident, input: DowntimeChange): Incident {
  return { ...incident, outage: outageAfter(incident, input) };
}

/**
 * An outage begins when the status becomes down and lasts until it is up, or until nobody watches. While nothing is
 * known it goes on: if the endpoint is seen down again, it is the same outage.
 */
function outageAfter(incident: Incident, { status, saysDown, atMs }: DowntimeChange): Outage | null {
  const { outage, downLocations: down } = incident;
  if (status === 'up') return ended(incident, atMs);
  if (incident.status === 'resolved' || status !== 'down') return outage;
  const running = runningOutage(incident);
  if (!running) {
    if (!saysDown) return outage;
    const number = (outage?.number ?? 0) + 1;
    const beganAt = Math.max(atMs, outage?.endedAt ?? incident.triggeredAt);
    return { number, beganAt, endedAt: null, locations: down, telling: NOTHING_TOLD };
  }
  const locations = orderedLocations([...running.locations, ...down]);
  return locations.length === running.locations.length ? running : { ...running, locations };
}

function downtimeOpened(input: DowntimeInput, first: LocationCode, down: LocationCode[]): Incident {
  const { subject, counting, atMs } = input;
  const severity = downtimeSeverity(down.length, Object.keys(counting).length);
  const seen = input.lastError && down.includes(input.lastError.location) ? input.lastError : null;
  return {
    ...subject,
    kind: 'downtime',
    title: INCIDENT_TITLES.downtime,
    ...startOf(severity, seen?.location ?? first, down, atMs),
    details: {
      url: subject.endpoint.url,
      expectedStatus: expectedStatusOf(subject.endpoint.url),
      actualStatus: seen?.statusCode ?? null,
      error: seen?.error ?? null,
      certificateEndsAt: null,
    },
  };
}

/** An open incident with the locations `affected` now and those that fell silent before they were `clear` again. */
function followed(
  { votes, counting, watched, atMs }: DowntimeInput,
  open: Incident,
  affected: LocationCode[],
  clear: (vote: Vote) => boolean,
  severity: Severity,
): Incident | null {
  const anyCounts = Object.keys(counting).length > 0;
  const isClear = (vote: Vote | undefined) => anyCounts && vote !== undefined && clear(vote);
  const silent = open.downLocations.filter((each) => watched.includes(each) && !isClear(votes[each]));
  const still = orderedLocations([...affected, ...silent]);
  const sinceMs = Math.max(atMs, open.updates.at(-1)?.createdAt ?? open.triggeredAt);
  if (still.length === 0) return resolved(open, anyCounts ? 'recovered' : 'unwatched', sinceMs);
  return changed(open, still, severity, sinceMs);
}

function startOf(severity: Severity, location: LocationCode, locations: LocationCode[], atMs: number) {
  const update: IncidentUpdate = { event: 'opened', status: 'active', severity, locations, createdAt: atMs };
  return {
    status: 'active' as const,
    severity,
    peakSeverity: severity,
    outage: null,
    telling: NOTHING_TOLD,
    location,
    locations,
    downLocations: locations,
    triggeredAt: atMs,
    resolvedAt: null,
    updates: [update],
  };
}

function changed(open: Incident, still: LocationCode[], severity: Severity, atMs: number): Incident | null {
  const same = still.length === open.downLocations.length && still.every((each) => open.downLocations.includes(each));
  if (same && severity === open.severity) return null;
  const wider = still.some((each) => !open.downLocations.includes(each));
  const event = wider || (same && compareSeverity(severity, open.severity) > 0) ? 'widened' : 'narrowed';
  return {
    ...open,
    severity,
    peakSeverity: graver(open.peakSeverity, severity),
    downLocations: still,
    locations: orderedLocations([...open.locations, ...still]),
    updates: withUpdate(open, { event, status: 'active', severity, locations: still, createdAt: atMs }),
  };
}

/** The incident's newest outage, over from then on at the latest. */
function ended(incident: Incident, atMs: number): Outage | null {
  const running = runningOutage(incident);
  return running ? { ...running, endedAt: Math.max(atMs, running.beganAt) } : incident.outage;
}

/** The incident closed: recovered, or no longer watched. Its severity becomes its peak. */
export function resolved(open: Incident, event: 'recovered' | 'unwatched', atMs: number): Incident {
  const resolvedAt = Math.max(atMs, open.triggeredAt);
  const severity = open.peakSeverity;
  return {
    ...open,
    status: 'resolved',
    severity,
    outage: ended(open, resolvedAt),
    downLocations: [],
    resolvedAt,
    updates: withUpdate(open, {
      event,
      status: 'resolved',
      severity,
      locations: open.locations,
      createdAt: resolvedAt,
    }),
  };
}

function withUpdate(incident: Incident, update: IncidentUpdate): IncidentUpdate[] {
  const [first, ...rest] = [...incident.updates, update];
  return first ? [first, ...rest.slice(-(LIMITS.updatesPerIncident - 1))] : [];
}

/**
 * The endpoint's certificate incident after its votes changed; null if nothing changes. It is informational and a kind
 * of its own. A down vote without a certificate says nothing about it: the connection may have failed earlier.
 */
export function decideCertificate(input: DowntimeInput): Incident | null {
  const { open, counting, subject, watched, atMs } = input;
  const warned = watched.filter((location) => counting[location]?.certificateEndsAt !== undefined);
  const clear = (vote: Vote) => vote.up && vote.certificateEndsAt === undefined;
  if (open !== null) return followed(input, open, warned, clear, 'informational');
  const [first] = warned;
  if (!first) return null;
  const ends = warned.map((location) => counting[location]?.certificateEndsAt ?? Number.POSITIVE_INFINITY);
  return {
    ...subject,
    kind: 'certificate',
    title: INCIDENT_TITLES.certificate,
    ...startOf('informational', first, orderedLocations(warned), atMs),
    details: {
      url: subject.endpoint.url,
      expectedStatus: expectedStatusOf(subject.endpoint.url),
      actualStatus: null,
      error: null,
      certificateEndsAt: Math.min(...ends),
    },
  };
}
