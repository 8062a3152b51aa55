import { decideAlerts } from '@farwatch/core/decisions/alerts/decide-alerts';
import type { EndpointChange } from '@farwatch/core/decisions/status/decide-endpoint';
import { monitorChange } from '@farwatch/core/decisions/status/monitor-change';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Transaction } from 'firebase-admin/firestore';
import { dropAlert } from '../alerts/close-alert.ts';
import { alerts, endpoints, incidents, monitors, statusEvents } from '../db/collections.ts';
import type { Writer } from '../db/read-then-write.ts';
import type { Run } from '../db/run.ts';
import type { EndpointContext } from './read-context.ts';

/** Writes the changes of a monitor's endpoints: their documents, history, incidents and alerts, and the monitor. */
export function writeChanges(
  run: Run,
  tx: Transaction,
  context: EndpointContext,
  changes: ReadonlyMap<string, EndpointChange>,
): void {
  if (changes.size === 0) return;
  for (const [id, change] of changes) writeEndpoint(run, tx, context, id, change);
  const { endpoints: changed, transitions, incidents: marks } = monitorChange(context.monitor, changes, run.nowMs);
  const fields = Object.entries(changed).flatMap(([id, { status, since, votes }]) => [
    [`endpoints.${id}.status`, status],
    [`endpoints.${id}.since`, since],
    [`endpoints.${id}.votes`, votes],
  ]);
  const update = { ...Object.fromEntries(fields), transitions, incidents: marks, updatedAt: run.nowMs };
  tx.update(monitors.ref(run.db, context.monitorId), monitors.toUpdate(update));
}

function writeEndpoint(run: Run, tx: Transaction, context: EndpointContext, id: string, change: EndpointChange): void {
  const { event, downtime, certificate } = change;
  const afterDowntime = downtime ? writeIncident(run, tx, context, change.endpoint, downtime) : change.endpoint;
  const after = certificate ? writeIncident(run, tx, context, afterDowntime, certificate) : afterDowntime;
  const { status, since, votes, transitions, openIncidentId, openCertificateIncidentId, lastError } = after;
  const { lastAlertAt, lastAlertSeverity, coverageGap } = after;
  const changed = { status, since, votes, transitions, openIncidentId, openCertificateIncidentId, lastError };
  tx.update(endpoints.ref(run.db, id), endpoints.toUpdate({ ...changed, lastAlertAt, lastAlertSeverity, coverageGap }));
  if (event) tx.create(statusEvents.collection(run.db, id).doc(), statusEvents.toDocument(event));
}

/** Writes an incident and its alerts; returns the changed endpoint. */
export function writeIncident(
  run: Run,
  tx: Writer,
  context: Pick<EndpointContext, 'settings' | 'incidents'>,
  endpoint: Endpoint,
  incident: Incident,
): Endpoint {
  const field = incident.type === 'certificate' ? 'openCertificateIncidentId' : 'openIncidentId';
  const openId = endpoint[field];
  const before = openId === null ? null : (context.incidents.get(openId) ?? null);
  const incidentId = before !== null && openId !== null ? openId : incidents.collection(run.db).doc().id;
  const decision = decideAlerts({
    incidentId,
    before,
    incident,
    endpoint,
    settings: context.settings,
    nowMs: run.nowMs,
  });
  const ref = incidents.ref(run.db, incidentId);
  if (before === null) tx.create(ref, incidents.toDocument(decision.incident));
  else tx.update(ref, incidents.toUpdate(decision.incident));
  for (const { id, alert } of decision.create) tx.create(alerts.ref(run.db, id), alerts.toDocument(alert));
  for (const { id, by } of decision.drop) tx.update(alerts.ref(run.db, id), dropAlert(by, run.nowMs));
  return { ...endpoint, ...decision.endpoint, [field]: incident.status === 'resolved' ? null : incidentId };
}
