import { type Alert, type AlertKind, type DropReason, newAlert } from '../../documents/alert.ts';
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
  /** Deferred alerts that will not be sent. */
  drop: { id: string; by: DropReason }[];
};

/** `before`: the incident before the change, null for a new one. `incident` and `endpoint`: after the change. */
type Input = {
  incidentId: string;
  before: Incident | null;
  incident: Incident;
  endpoint: Endpoint;
  settings: NotificationSettings;
  nowMs: number;
};

/** Outages and the incident itself are alerted separately. `number`: of the outage, 0 for the incident. */
type Scope = { number: number; alerted: Alerted };

/**
 * The alerts of a changed incident (docs/notifications.md, Which alerts are made): one for each outage and its
 * recovery, and one for the incident itself if it fails from some locations only. The latter is repeated if the failure
 * outlasts an outage whose recovery reported that everything is up.
 */
export function decideAlerts(input: Input): AlertOutcome {
  const { before, incident, endpoint } = input;
  const { lastAlertAt, lastAlertSeverity } = endpoint;
  const start: AlertOutcome = { incident, endpoint: { lastAlertAt, lastAlertSeverity }, create: [], drop: [] };
  const isOutageOver = runningOutage(before) !== null && runningOutage(incident) === null;
  const over = isOutageOver && incident.outage ? alertRecovery(input, start, incident.outage) : start;
  if (incident.status === 'active')
    return alertOngoing(input, isFullRecovery(over) ? markIncidentRecovered(over) : over);
  const scope = { number: 0, alerted: incident.alerted };
  return isOutageOver ? dropDeferred(over, scope, 'over') : alertRecovery(input, over, scope);
}

/** Whether a recovery was just created that lists no location as still failing. */
function isFullRecovery({ create }: AlertOutcome): boolean {
  return create.some(({ alert }) => alert.kind === 'recovery' && alert.values.stillFailing.length === 0);
}

/** The outage's recovery covers the incident's own alerts too, so that its end sends no second recovery. */
function markIncidentRecovered(outcome: AlertOutcome): AlertOutcome {
  const { alerted } = outcome.incident;
  const recovered = { ...alerted, severity: null, recovered: alerted.count };
  return { ...outcome, incident: withAlerted(outcome.incident, 0, recovered) };
}

/** Alerts the running outage, else the failing locations, if that is more severe than alerted before. */
function alertOngoing({ incidentId, endpoint, settings, nowMs }: Input, outcome: AlertOutcome): AlertOutcome {
  const { incident } = outcome;
  const outage = runningOutage(incident);
  const ofIncident = { number: 0, alerted: incident.alerted };
  const scope: Scope = outage ?? ofIncident;
  const started = outage ? dropDeferred(outcome, ofIncident, 'more_severe') : outcome;
  const { number, alerted } = scope;
  const severities = { severity: incident.severity, alertedSeverity: alerted.severity };
  const planned = planAlert(severities, started.endpoint, settings, nowMs);
  if (!planned) return started;
  const plan = isFullRecovery(started) ? deferAfterRecovery(planned, nowMs) : planned;
  const isDeferred = plan.state === 'deferred';
  const dropped = dropDeferred(started, scope, 'more_severe');
  const createdAt = nextCreatedAt(started.endpoint, nowMs);
  const id = `${incidentId}_${number}_${alerted.count}`;
  const nextAt = isDeferred ? plan.nextAt : recheckDeadline(incident, endpoint, createdAt);
  const alert = { ...alertFor(incidentId, incident, number, createdAt), state: plan.state, nextAt };
  const counts = { count: alerted.count + 1, deferredId: isDeferred ? id : null };
  return {
    ...dropped,
    incident: withAlerted(dropped.incident, number, { ...alerted, severity: incident.severity, ...counts }),
    endpoint: isDeferred ? started.endpoint : { lastAlertAt: createdAt, lastAlertSeverity: incident.severity },
    create: [...dropped.create, { id, alert }],
  };
}

/** A failure that started with an outage usually ends shortly after it, and then needs no alert. */
function deferAfterRecovery({ nextAt }: AlertPlan, nowMs: number): AlertPlan {
  return { state: 'deferred', nextAt: Math.max(nextAt, nowMs + ALERT.outlastsMs) };
}

/** The number of alerts that no recovery covers yet, without the deferred one. */
function countSentAlerts({ count, recovered = 0, deferredId }: Alerted): number {
  return count - recovered - (deferredId === null ? 0 : 1);
}

/** Creates a recovery only if an alert was sent before; drops a deferred one. */
function alertRecovery({ incidentId, endpoint, nowMs }: Input, outcome: AlertOutcome, scope: Scope): AlertOutcome {
  const { number, alerted } = scope;
  const { incident } = outcome;
  const dropped = dropDeferred(outcome, scope, 'over');
  const wasSent = countSentAlerts(alerted) > 0;
  const hasRecovered = incident.status === 'active' || incident.updates.at(-1)?.event === 'recovered';
  if (!wasSent || !hasRecovered || incident.type === 'certificate') return dropped;
  const createdAt = nextCreatedAt(outcome.endpoint, nowMs) - 1;
  const alert = newRecovery(alertFor(incidentId, incident, number, createdAt), incident, endpoint, alerted);
  return { ...dropped, create: [...dropped.create, { id: `${incidentId}_${number}_recovery`, alert }] };
}

function dropDeferred(outcome: AlertOutcome, { number, alerted }: Scope, by: DropReason): AlertOutcome {
  if (alerted.deferredId === null) return outcome;
  // If it was the only alert, nothing was sent.
  const severity = countSentAlerts(alerted) > 0 ? alerted.severity : null;
  return {
    ...outcome,
    incident: withAlerted(outcome.incident, number, { ...alerted, severity, deferredId: null }),
    drop: [...outcome.drop, { id: alerted.deferredId, by }],
  };
}

/** The alerts of an incident's outage, or of the incident itself for 0; null if the outage is not its newest. */
export function alertedOf({ outage, alerted }: Incident, number: number | null): Alerted | null {
  if (number === 0) return alerted;
  return outage?.number === number ? outage.alerted : null;
}

/** The incident with these alerts for its outage of that number, or for itself. */
export function withAlerted(incident: Incident, number: number, alerted: Alerted): Incident {
  if (number === 0) return { ...incident, alerted };
  return incident.outage?.number === number ? { ...incident, outage: { ...incident.outage, alerted } } : incident;
}

/**
 * Until when an alert waits for the rechecks of the other locations: not at all if all of them are down, and never so
 * long that it is late after the first failing check. It waits for locations without a vote, or in a handover, too.
 */
function recheckDeadline({ type, severity }: Incident, { votes, locations }: Endpoint, nowMs: number): number {
  const isVoteMissing = locations.length > 1 && locations.some((location) => votes[location]?.up !== false);
  if (type === 'certificate' || (severity === 'critical' && !isVoteMissing)) return nowMs;
  const recent = Object.values(votes).flatMap(({ up, since }) => (!up && since > nowMs - MINUTE_MS ? [since] : []));
  const firstFailedAt = Math.min(nowMs, ...recent);
  return Math.min(nowMs + ALERT.holdMs, Math.max(nowMs, firstFailedAt + ALERT.holdFromFailureMs));
}

/**
 * Alerts are sent in the order of `createdAt`. So it is later than that of the endpoint's last alert, even in one run
 * or if clocks differ, and by 2 ms: a recovery fits in between.
 */
function nextCreatedAt({ lastAlertAt }: Pick<Endpoint, 'lastAlertAt'>, nowMs: number): number {
  return lastAlertAt === null ? nowMs : Math.max(nowMs, lastAlertAt + 2);
}

function alertKind({ type }: Incident, number: number): AlertKind {
  if (type === 'certificate') return 'certificate';
  return number === 0 ? 'partial' : 'outage';
}

function alertFor(incidentId: string, incident: Incident, number: number, createdAt: number): Alert {
  const { ownerId, endpointId, severity, details, triggeredAt } = incident;
  return newAlert(
    { ownerId, endpointId, incidentId, outage: number, kind: alertKind(incident, number), severity },
    {
      endpoint: incident.endpoint.name,
      url: incident.endpoint.url,
      monitor: incident.monitor.name,
      locations: incident.downLocations,
      occurredAt: incident.updates.at(-1)?.createdAt ?? triggeredAt,
      statusCode: details.actualStatus,
      error: details.error,
      certificateEndsAt: details.certificateEndsAt,
    },
    createdAt,
  );
}

function newRecovery(alert: Alert, incident: Incident, endpoint: Endpoint, { severity }: Alerted): Alert {
  const isOfIncident = alert.outage === 0 || incident.outage === null;
  const span = isOfIncident ? { startedAt: incident.triggeredAt, endedAt: incident.resolvedAt } : incident.outage;
  const startedAt = span?.startedAt ?? incident.triggeredAt;
  const endedAt = span?.endedAt ?? alert.createdAt;
  const values = {
    ...alert.values,
    locations: isOfIncident ? incident.locations : (incident.outage?.locations ?? []),
    occurredAt: endedAt,
    durationMs: endedAt - startedAt,
    stillFailing: locationsFailingBefore(incident, endpoint, startedAt - MINUTE_MS),
  };
  return { ...alert, kind: 'recovery', severity: severity ?? alert.severity, values };
}

/** The down locations that failed before that time already. One that failed with the outage is about to recover too. */
function locationsFailingBefore({ downLocations }: Incident, { votes }: Endpoint, atMs: number): LocationCode[] {
  return downLocations.filter((location) => (votes[location]?.since ?? atMs) < atMs);
}
