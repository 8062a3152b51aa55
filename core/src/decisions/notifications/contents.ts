import type { Flapping, Incident, Outage } from '../../documents/incident.ts';
import {
  type MessageContent,
  type MessageKind,
  type MessageValues,
  newMessageValues,
} from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { type LocationCode, orderedLocations } from '../../values/locations.ts';
import { mostSevere, type Severity } from '../../values/severity.ts';
import { DAY_MS } from '../../values/time.ts';
import { maintenanceEnd, type SubjectIncident } from './subject.ts';

/** An incident, and what a channel has announced of it. */
type Subject = SubjectIncident & { own: Announced | null };

/** A failure that goes on: of an outage, or from some locations for null. `ended`: outages before it. */
export function failureContent(
  subject: Subject,
  kind: Extract<MessageKind, 'outage' | 'worse' | 'down_again' | 'partial'>,
  outage: Outage | null,
  ended: readonly Outage[] = [],
): MessageContent {
  const { incident } = subject;
  const lastChangeAt = incident.updates.at(-1)?.createdAt ?? incident.triggeredAt;
  const occurredAt =
    outage && kind !== 'worse'
      ? countedFrom(subject, outage.startedAt, outage.number)
      : countedFrom(subject, lastChangeAt, NEVER_ANNOUNCED);
  return {
    ...contentOf(subject, kind, incident.severity),
    outage: outage?.number ?? 0,
    ended: ended.map(({ number }) => number),
    values: { ...valuesOf(incident), locations: incident.downLocations, occurredAt },
  };
}

/** An outage that was announced and goes on. `number`: of the reminder, from 1. */
export function reminderContent(subject: Subject, outage: Outage, number: number, nowMs: number): MessageContent {
  const { incident } = subject;
  const occurredAt = countedFrom(subject, outage.startedAt, outage.number);
  const durationMs = Math.max(0, nowMs - occurredAt);
  return {
    ...contentOf(subject, 'reminder', incident.severity),
    outage: outage.number,
    values: { ...valuesOf(incident), occurredAt, durationMs, count: number },
  };
}

/** An endpoint that goes up and down again and again. */
export function flappingContent(subject: Subject, { since, outages }: Flapping): MessageContent {
  const { incident } = subject;
  return {
    ...contentOf(subject, 'flapping', incident.peakSeverity),
    outage: incident.outage?.number ?? 0,
    values: {
      ...valuesOf(incident),
      locations: incident.locations,
      occurredAt: countedFrom(subject, since),
      count: outages,
    },
  };
}

/** The end of that: the endpoint has been up since. */
export function stableContent(subject: Subject, { since, outages, until }: Flapping): MessageContent {
  const { incident } = subject;
  const occurredAt = until ?? since;
  return {
    ...contentOf(subject, 'stable', incident.peakSeverity),
    outage: incident.outage?.number ?? 0,
    values: {
      ...valuesOf(incident),
      locations: incident.locations,
      stillFailing: incident.downLocations,
      occurredAt,
      durationMs: lengthOf(subject, since, occurredAt),
      count: outages,
    },
  };
}

/** The end of what was announced, without another message: it was renewed, or is no longer watched or covered. */
export function closedContent(own: Announced, incident: Incident | null, nowMs: number): MessageContent {
  const { incidentId, severity, url } = own;
  const values = incident ? valuesOf(incident) : newMessageValues({ endpoint: url, url, occurredAt: nowMs });
  const endpointId = incident?.endpointId ?? null;
  return { kind: 'closed', severity, endpointId, incidentId, outage: own.outage, ended: [], values };
}

/** A certificate or a domain that expires soon, or has expired. */
export function expiryContent(subject: Subject, nowMs: number): MessageContent {
  const { incident } = subject;
  const { certificate, details } = incident;
  const content = contentOf(subject, incident.type === 'domain' ? 'domain' : 'certificate', incident.severity);
  const issuers = certificate && [certificate.issuer, ...certificate.chain.map(({ issuer }) => issuer)];
  const values = {
    ...content.values,
    certificate: certificate &&
      issuers && {
        issuers: [...new Set(issuers)],
        names: certificate.names,
        intermediate: certificate.intermediate?.subject ?? null,
      },
    count: Math.max(0, Math.ceil(((details.certificateEndsAt ?? nowMs) - nowMs) / DAY_MS)),
  };
  return { ...content, outage: 0, values };
}

/**
 * The end of what was announced: of these outages, or of a failure from some locations. `isPartial`: it still fails
 * from some.
 */
export function recoveryContent(subject: Subject, ended: readonly Outage[], isPartial: boolean): MessageContent {
  const { incident, own } = subject;
  const severity = own?.severity ?? incident.peakSeverity;
  const numbers = ended.map(({ number }) => number);
  if (ended.length === 0) {
    return { ...contentOf(subject, 'partial_over', severity), outage: 0, ended: [0], values: wholeValues(subject) };
  }
  return {
    ...contentOf(subject, 'recovery', severity),
    outage: numbers.at(-1) ?? 0,
    ended: own?.state === 'partial' ? [0, ...numbers] : numbers,
    values: { ...endedValues(subject, ended), stillFailing: isPartial ? incident.downLocations : [] },
  };
}

/** Outages that started and ended before they were announced. `stillFailing`: locations that fail. */
export function shortOutageContent(
  subject: Subject,
  ended: readonly Outage[],
  stillFailing: LocationCode[],
): MessageContent {
  return {
    ...contentOf(subject, 'short_outage', mostSevere(ended) ?? subject.incident.peakSeverity),
    outage: ended.at(-1)?.number ?? 0,
    ended: ended.map(({ number }) => number),
    values: { ...endedValues(subject, ended), stillFailing },
  };
}

/** A failure from some locations that started and ended before it was announced. */
export function shortPartialContent(subject: Subject): MessageContent {
  const { incident } = subject;
  const content = contentOf(subject, 'short_partial', incident.peakSeverity);
  return { ...content, outage: 0, ended: [0], values: wholeValues(subject) };
}

/** An endpoint that is up, but slow; or no longer is. */
export function slowContent(subject: Subject, kind: 'slow' | 'slow_over'): MessageContent {
  const { incident } = subject;
  const content = contentOf(subject, kind, incident.peakSeverity);
  const values = { ...wholeValues(subject), slow: incident.details.slow };
  if (kind === 'slow_over') return { ...content, outage: 0, ended: [0], values };
  const occurredAt = countedFrom(subject, incident.triggeredAt);
  return {
    ...content,
    outage: 0,
    values: { ...values, locations: incident.downLocations, occurredAt, durationMs: null, count: 0 },
  };
}

function contentOf({ id, incident }: Subject, kind: MessageKind, severity: Severity): MessageContent {
  const { endpointId } = incident;
  return { kind, severity, endpointId, incidentId: id, outage: null, ended: [], values: valuesOf(incident) };
}

function valuesOf(incident: Incident): MessageValues {
  const { endpoint, monitor, downLocations, triggeredAt, updates, details, failures, upStatuses } = incident;
  // Of an incident that goes on, those that have recovered are no longer of interest.
  const isShown = (code: string) => incident.status === 'resolved' || downLocations.some((each) => each === code);
  return newMessageValues({
    failures: Object.fromEntries(Object.entries(failures).filter(([code]) => isShown(code))),
    upStatuses,
    endpoint: endpoint.name,
    url: endpoint.url,
    monitor: monitor.name,
    locations: downLocations,
    occurredAt: updates.at(-1)?.createdAt ?? triggeredAt,
    statusCode: details.actualStatus,
    error: details.error,
    certificateEndsAt: details.certificateEndsAt,
  });
}

/** Returns the values of the whole incident, which is over. */
function wholeValues(subject: Subject): MessageValues {
  const { incident } = subject;
  const { triggeredAt, resolvedAt, locations } = incident;
  const occurredAt = resolvedAt ?? triggeredAt;
  return {
    ...valuesOf(incident),
    locations,
    occurredAt,
    durationMs: lengthOf(subject, triggeredAt, occurredAt),
    count: 1,
  };
}

function endedValues(subject: Subject, ended: readonly Outage[]): MessageValues {
  const { incident } = subject;
  const lengths = ended.map(({ number, startedAt, endedAt }) =>
    lengthOf(subject, startedAt, endedAt ?? startedAt, number),
  );
  return {
    ...valuesOf(incident),
    locations: orderedLocations(ended.flatMap(({ locations }) => locations)),
    occurredAt: ended.at(-1)?.endedAt ?? incident.triggeredAt,
    durationMs: lengths.reduce((sum, each) => sum + each, 0),
    count: ended.length,
  };
}

function lengthOf(subject: Subject, startedAt: number, endedAt: number, outage = 0): number {
  return Math.max(0, endedAt - countedFrom(subject, startedAt, outage));
}

/** A number higher than that of any outage that was announced. */
const NEVER_ANNOUNCED = Number.POSITIVE_INFINITY;

/**
 * Returns the start of a failure for messages: a failure that starts in a maintenance counts from its end. `outage`: its
 * number; 0 for the incident itself.
 */
function countedFrom({ own, maintenance }: Subject, startedAt: number, outage = 0): number {
  // Maintenance that was planned or extended later does not change what was announced.
  if (own !== null && own.state !== 'over' && outage <= own.outage) {
    return Math.max(startedAt, own.maintainedUntil ?? 0);
  }
  return Math.max(maintenanceEnd(maintenance, startedAt) ?? startedAt, own?.maintainedUntil ?? 0);
}
