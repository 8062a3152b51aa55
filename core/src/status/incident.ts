import type { LastError } from '../documents/endpoint.ts';
import { INCIDENT_TITLES, type Incident, type IncidentUpdate } from '../documents/incident.ts';
import { LIMITS } from '../limits.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';
import { downLocations } from './quorum.ts';
import { compareSeverity, downtimeSeverity, graver, type Severity } from './severity.ts';
import type { Votes } from './vote.ts';

/** What an incident says of where it belongs. */
export type IncidentSubject = Pick<Incident, 'ownerId' | 'endpointId' | 'monitorId' | 'endpoint' | 'monitor'>;

export type DowntimeInput = {
  subject: IncidentSubject;
  open: Incident | null;
  counting: Votes;
  watched: readonly LocationCode[];
  lastError: LastError | null;
  /** When what is decided here happened, epoch ms. */
  atMs: number;
};

/**
 * The endpoint's downtime incident after its votes changed: opened by the first down vote anywhere, widened and
 * narrowed by the votes, resolved when every counting location is up. A location without a counting vote that was
 * down keeps it open: no data never resolves it. Null where nothing changes (design 5).
 */
export function decideDowntime(input: DowntimeInput): Incident | null {
  const { open, counting } = input;
  const down = downLocations(counting);
  if (open === null) return down.length > 0 ? opened(input, down) : null;
  const silent = open.downLocations.filter((location) => input.watched.includes(location) && !counting[location]);
  const still = orderedLocations([...down, ...silent]);
  if (still.length === 0)
    return resolved(open, Object.keys(counting).length > 0 ? 'recovered' : 'unwatched', input.atMs);
  const severity = down.length > 0 ? downtimeSeverity(down.length, Object.keys(counting).length) : open.severity;
  return changed(open, still, severity, input.atMs);
}

function opened({ subject, counting, lastError, atMs }: DowntimeInput, down: LocationCode[]): Incident {
  const severity = downtimeSeverity(down.length, Object.keys(counting).length);
  const [first = 'tw'] = lastError && down.includes(lastError.location) ? [lastError.location] : down;
  return {
    ...subject,
    kind: 'downtime',
    title: INCIDENT_TITLES.downtime,
    ...startOf(severity, first, down, atMs),
    details: {
      url: subject.endpoint.url,
      expectedStatus: '200–399',
      actualStatus: lastError?.statusCode ?? null,
      error: lastError?.error ?? null,
      certificateEndsAt: null,
    },
  };
}

function startOf(severity: Severity, location: LocationCode, locations: LocationCode[], atMs: number) {
  const update: IncidentUpdate = { event: 'opened', status: 'active', severity, locations, createdAt: atMs };
  return {
    status: 'active' as const,
    severity,
    peakSeverity: severity,
    toldSeverity: null,
    deferredAlertId: null,
    alertCount: 0,
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

/** The incident closed: recovered, or no longer watched. Its severity becomes the gravest it ever had. */
export function resolved(open: Incident, event: 'recovered' | 'unwatched', atMs: number): Incident {
  const resolvedAt = Math.max(atMs, open.triggeredAt);
  const severity = open.peakSeverity;
  return {
    ...open,
    status: 'resolved',
    severity,
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

/** The endpoint's certificate incident after its votes changed; null where nothing changes. Informational, its own kind (design 5). */
export function decideCertificate(input: DowntimeInput): Incident | null {
  const warned = (Object.entries(input.counting) as [LocationCode, Votes[LocationCode]][]).filter(
    ([, vote]) => vote?.certificateEndsAt,
  );
  const ends = warned.map(([, vote]) => vote?.certificateEndsAt ?? 0);
  const locations = orderedLocations(warned.map(([location]) => location));
  if (input.open !== null) {
    return locations.length === 0 && Object.keys(input.counting).length > 0
      ? resolved(input.open, 'recovered', input.atMs)
      : null;
  }
  const [first] = locations;
  if (!first) return null;
  return {
    ...input.subject,
    kind: 'certificate',
    title: INCIDENT_TITLES.certificate,
    ...startOf('informational', first, locations, input.atMs),
    details: {
      url: input.subject.endpoint.url,
      expectedStatus: '200–399',
      actualStatus: null,
      error: null,
      certificateEndsAt: Math.min(...ends),
    },
  };
}
