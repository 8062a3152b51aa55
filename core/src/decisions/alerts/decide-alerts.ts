import type { Alert, AlertKind, SilencedBy } from '../../documents/alert.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import { type Alerted, type Incident, runningOutage } from '../../documents/incident.ts';
import type { NotificationSettings } from '../../documents/notification-settings.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { type AlertPlan, planAlert } from './policy.ts';

/** The alerts of an incident that just changed, and what they change in the documents. */
export type AlertOutcome = {
  incident: Incident;
  endpoint: Pick<Endpoint, 'lastAlertAt' | 'lastAlertSeverity'>;
  create: { id: string; alert: Alert }[];
  /** Deferred alerts that are no longer to be sent. */
  silence: { id: string; by: SilencedBy }[];
};

/** `before`: the incident until now, null for a new one. `incident` and `endpoint` are as the change leaves them. */
type Input = {
  incidentId: string;
  before: Incident | null;
  incident: Incident;
  endpoint: Endpoint;
  settings: NotificationSettings;
  nowMs: number;
};

/**
 * One of the matters of an incident that are alerted separately: an outage by its number, or 0 for the incident itself.
 */
type Matter = { number: number; alerted: Alerted };

/**
 * The alerts of an incident that changed, made in the same transaction (docs/architecture.md, Alerts). Each of its
 * outages is alerted and its recovery after it; the incident itself once, if it fails from some locations only, and again
 * if that outlasts an outage whose recovery said that all is well.
 */
export function decideAlerts(input: Input): AlertOutcome {
  const { before, incident, endpoint } = input;
  const { lastAlertAt, lastAlertSeverity } = endpoint;
  const start: AlertOutcome = { incident, endpoint: { lastAlertAt, lastAlertSeverity }, create: [], silence: [] };
  const isOutageOver = runningOutage(before) !== null && runningOutage(incident) === null;
  const over = isOutageOver && incident.outage ? tellEnd(input, start, asMatter(incident.outage)) : start;
  if (incident.status === 'active')
    return alertOngoing(input, isFullRecovery(over) ? markIncidentRecovered(over) : over);
  const whole = { number: 0, alerted: incident.alerted };
  return isOutageOver ? dropDeferred(over, whole, 'over') : tellEnd(input, over, whole);
}

function asMatter({ number, alerted }: Matter): Matter {
  return { number, alerted };
}

/** Whether a recovery was just made that names no location that still fails. */
function isFullRecovery({ create }: AlertOutcome): boolean {
  return create.some(({ alert }) => alert.kind === 'recovery' && alert.values.stillFailing.length === 0);
}

/** What was told of the incident itself is over for its owner, too: else its end would be told as a second recovery. */
function markIncidentRecovered(outcome: AlertOutcome): AlertOutcome {
  const { alerted } = outcome.incident;
  const settled = { ...alerted, severity: null, settled: alerted.alerts };
  return { ...outcome, incident: withAlerted(outcome.incident, 0, settled) };
}

/** Alerts the outage that lasts, else the locations that fail, if that is moreSevere than alerted before. */
function alertOngoing({ incidentId, endpoint, settings, nowMs }: Input, outcome: AlertOutcome): AlertOutcome {
  const { incident } = outcome;
  const outage = runningOutage(incident);
  const matter = outage ? asMatter(outage) : { number: 0, alerted: incident.alerted };
  const started = outage ? dropDeferred(outcome, { number: 0, alerted: incident.alerted }, 'more_severe') : outcome;
  const { number, alerted } = matter;
  const about = { severity: incident.severity, alertedSeverity: alerted.severity };
  const planned = planAlert(about, started.endpoint, settings, nowMs);
  if (!planned) return started;
  const plan = isFullRecovery(started) ? ifItOutlasts(planned, nowMs) : planned;
  const isDeferred = plan.state === 'deferred';
  const dropped = dropDeferred(started, matter, 'more_severe');
  const createdAt = madeAfterLast(started.endpoint, nowMs);
  const id = `${incidentId}_${number}_${alerted.alerts}`;
  const nextAt = isDeferred ? plan.nextAt : heldUntil(incident, endpoint, createdAt);
  const alert = { ...alertOf(incidentId, incident, number, createdAt), state: plan.state, nextAt };
  const counted = { alerts: alerted.alerts + 1, deferredId: isDeferred ? id : null };
  const told: Alerted = { ...alerted, severity: incident.severity, ...counted };
  return {
    ...dropped,
    incident: withAlerted(dropped.incident, number, told),
    endpoint: isDeferred ? started.endpoint : { lastAlertAt: createdAt, lastAlertSeverity: incident.severity },
    create: [...dropped.create, { id, alert }],
  };
}

/** What began with an outage usually ends with it, a moment later: then nothing more is to be said. */
function ifItOutlasts({ nextAt }: AlertPlan, nowMs: number): AlertPlan {
  return { state: 'deferred', nextAt: Math.max(nextAt, nowMs + ALERT.outlastsMs) };
}

/** How many alerts were made since an outage's recovery settled the matter, without the one that is held back. */
function madeOf({ alerts, settled = 0, deferredId }: Alerted): number {
  return alerts - settled - (deferredId === null ? 0 : 1);
}

/** A recovery is made only if its outage's alert was; one that was only deferred is dropped. */
function tellEnd({ incidentId, endpoint, nowMs }: Input, outcome: AlertOutcome, matter: Matter): AlertOutcome {
  const { number, alerted } = matter;
  const { incident } = outcome;
  const dropped = dropDeferred(outcome, matter, 'over');
  const wasMade = madeOf(alerted) > 0;
  const isRecovered = incident.status === 'active' || incident.updates.at(-1)?.event === 'recovered';
  if (!wasMade || !isRecovered || incident.kind === 'certificate') return dropped;
  const createdAt = madeAfterLast(outcome.endpoint, nowMs) - 1;
  const recovery = recoveryOf(alertOf(incidentId, incident, number, createdAt), incident, endpoint, alerted);
  return { ...dropped, create: [...dropped.create, { id: `${incidentId}_${number}_recovery`, alert: recovery }] };
}

function dropDeferred(outcome: AlertOutcome, { number, alerted }: Matter, by: SilencedBy): AlertOutcome {
  if (alerted.deferredId === null) return outcome;
  // If it was the only alert, nothing was sent at all.
  const severity = madeOf(alerted) > 0 ? alerted.severity : null;
  return {
    ...outcome,
    incident: withAlerted(outcome.incident, number, { ...alerted, severity, deferredId: null }),
    silence: [...outcome.silence, { id: alerted.deferredId, by }],
  };
}

/**
 * Which alerts were made for the incident's outage of that number, or for the incident itself; null if that outage is
 * not its newest.
 */
export function alertedOf({ outage, alerted }: Incident, number: number | null): Alerted | null {
  if (number === 0) return alerted;
  return outage?.number === number ? outage.alerted : null;
}

/** The incident with this alerted for its outage of that number, or for itself. */
export function withAlerted(incident: Incident, number: number, alerted: Alerted): Incident {
  if (number === 0) return { ...incident, alerted };
  return incident.outage?.number === number ? { ...incident, outage: { ...incident.outage, alerted } } : incident;
}

/**
 * Until when an alert waits for the other locations, which were asked to check at once: not at all if all of them say
 * down, and never so long that it is late by the first failing check. A location that never answered, or is changing
 * its agent, is waited for too.
 */
function heldUntil({ kind, severity }: Incident, { votes, locations }: Endpoint, nowMs: number): number {
  const isUnheard = locations.length > 1 && locations.some((location) => votes[location]?.up !== false);
  if (kind === 'certificate' || (severity === 'critical' && !isUnheard)) return nowMs;
  const recent = Object.values(votes).flatMap(({ up, since }) => (!up && since > nowMs - MINUTE_MS ? [since] : []));
  const firstFailedAt = Math.min(nowMs, ...recent);
  return Math.min(nowMs + ALERT.holdMs, Math.max(nowMs, firstFailedAt + ALERT.holdFromFailureMs));
}

/**
 * When an alert was made. They are sent in that order, so it is later than the endpoint's last, even in one run or if
 * clocks differ, and leaves room for a recovery 1 ms before it.
 */
function madeAfterLast({ lastAlertAt }: Pick<Endpoint, 'lastAlertAt'>, nowMs: number): number {
  return lastAlertAt === null ? nowMs : Math.max(nowMs, lastAlertAt + 2);
}

function checkTypeOf({ kind }: Incident, number: number): AlertKind {
  if (kind === 'certificate') return 'certificate';
  return number === 0 ? 'partial' : 'outage';
}

function alertOf(incidentId: string, incident: Incident, number: number, createdAt: number): Alert {
  const { ownerId, endpointId, severity, details, triggeredAt } = incident;
  return {
    ownerId,
    endpointId,
    incidentId,
    outage: number,
    kind: checkTypeOf(incident, number),
    severity,
    values: {
      endpoint: incident.endpoint.name,
      url: incident.endpoint.url,
      monitor: incident.monitor.name,
      locations: incident.downLocations,
      occurredAt: incident.updates.at(-1)?.createdAt ?? triggeredAt,
      durationMs: null,
      statusCode: details.actualStatus,
      error: details.error,
      certificateEndsAt: details.certificateEndsAt,
      stillFailing: [],
      agent: '',
      names: [],
      count: 0,
    },
    state: 'waiting',
    silencedBy: null,
    attempts: 0,
    triedAt: null,
    nextAt: createdAt,
    lastError: null,
    lastErrorBy: null,
    channels: {},
    messageId: null,
    createdAt,
    finishedAt: null,
    expireAt: null,
  };
}

function recoveryOf(alert: Alert, incident: Incident, endpoint: Endpoint, { severity }: Alerted): Alert {
  const isWhole = alert.outage === 0 || incident.outage === null;
  const span = isWhole ? { startedAt: incident.triggeredAt, endedAt: incident.resolvedAt } : incident.outage;
  const startedAt = span?.startedAt ?? incident.triggeredAt;
  const endedAt = span?.endedAt ?? alert.createdAt;
  const values = {
    ...alert.values,
    locations: isWhole ? incident.locations : (incident.outage?.locations ?? []),
    occurredAt: endedAt,
    durationMs: endedAt - startedAt,
    stillFailing: failingSince(incident, endpoint, startedAt - MINUTE_MS),
  };
  return { ...alert, kind: 'recovery', severity: severity ?? alert.severity, values };
}

/** Where it failed already at that time and still does: what only began with the outage is about to end with it. */
function failingSince({ downLocations }: Incident, { votes }: Endpoint, atMs: number): LocationCode[] {
  return downLocations.filter((location) => (votes[location]?.since ?? atMs) < atMs);
}
