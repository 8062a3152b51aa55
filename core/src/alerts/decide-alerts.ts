import type { Alert, AlertKind } from '../documents/alert.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Incident } from '../documents/incident.ts';
import type { NotificationSettings } from '../documents/notification-settings.ts';
import { planAlert } from './policy.ts';

/** What the owner is to be told of an incident that just changed, and what that changes in the documents. */
export type AlertOutcome = {
  incident: Incident;
  endpoint: Pick<Endpoint, 'lastAlertAt' | 'lastAlertSeverity'>;
  create: { id: string; alert: Alert } | null;
  /** A held-back alert that is no longer to be sent. */
  silence: string | null;
};

type Input = {
  incidentId: string;
  incident: Incident;
  endpoint: Endpoint;
  settings: NotificationSettings;
  nowMs: number;
};

/** The alert of an incident that opened, widened or resolved, made in the same transaction (design 5 and 6). */
export function decideAlerts(input: Input): AlertOutcome {
  return input.incident.status === 'resolved' ? onResolved(input) : onActive(input);
}

function onActive({ incidentId, incident, endpoint, settings, nowMs }: Input): AlertOutcome {
  const { lastAlertAt, lastAlertSeverity } = endpoint;
  const plan = planAlert(incident, endpoint, settings, nowMs);
  if (!plan) return { incident, endpoint: { lastAlertAt, lastAlertSeverity }, create: null, silence: null };
  const held = plan.state === 'deferred';
  const kind = incident.kind === 'certificate' ? 'certificate' : 'outage';
  const id = `${incidentId}_${incident.severity}`;
  const silence = incident.deferredAlertId;
  const madeAt = madeAfterLast(endpoint, nowMs);
  return {
    incident: {
      ...incident,
      toldSeverity: incident.severity,
      deferredAlertId: held ? id : null,
      alertCount: incident.alertCount + (held ? 0 : 1),
    },
    endpoint: held ? { lastAlertAt, lastAlertSeverity } : { lastAlertAt: madeAt, lastAlertSeverity: incident.severity },
    create: { id, alert: { ...alertOf(incidentId, incident, kind, madeAt), state: plan.state, nextAt: plan.nextAt } },
    silence,
  };
}

/** A recovery goes out exactly when its outage did; a held-back outage is dropped; what nobody watches any more is not told. */
function onResolved({ incidentId, incident, endpoint, nowMs }: Input): AlertOutcome {
  const { lastAlertAt, lastAlertSeverity } = endpoint;
  const told = incident.alertCount > 0 && incident.kind === 'downtime';
  const recovered = incident.updates.at(-1)?.event === 'recovered';
  const alert = alertOf(incidentId, incident, 'recovery', madeAfterLast(endpoint, nowMs) - 1);
  return {
    incident: { ...incident, deferredAlertId: null },
    endpoint: { lastAlertAt, lastAlertSeverity },
    create: told && recovered ? { id: `${incidentId}_recovery`, alert: { ...alert, nextAt: nowMs } } : null,
    silence: incident.deferredAlertId,
  };
}

/**
 * When an alert was made. They go out in that order, so it is later than the endpoint's last, also in one run and where clocks
 * differ, with room for a recovery 1 ms before it.
 */
function madeAfterLast({ lastAlertAt }: Pick<Endpoint, 'lastAlertAt'>, nowMs: number): number {
  return lastAlertAt === null ? nowMs : Math.max(nowMs, lastAlertAt + 2);
}

function alertOf(incidentId: string, incident: Incident, kind: AlertKind, createdAt: number): Alert {
  const { ownerId, endpointId, severity, details, resolvedAt, triggeredAt } = incident;
  return {
    ownerId,
    endpointId,
    incidentId,
    kind,
    severity,
    values: {
      endpoint: incident.endpoint.name,
      url: incident.endpoint.url,
      monitor: incident.monitor.name,
      locations: kind === 'recovery' ? incident.locations : incident.downLocations,
      occurredAt: incident.updates.at(-1)?.createdAt ?? triggeredAt,
      durationMs: resolvedAt === null ? null : resolvedAt - triggeredAt,
      statusCode: details.actualStatus,
      error: details.error,
      certificateEndsAt: details.certificateEndsAt,
    },
    state: 'waiting',
    attempts: 0,
    nextAt: createdAt,
    lastError: null,
    messageId: null,
    createdAt,
    finishedAt: null,
    expireAt: null,
  };
}
