import { decideAlerts } from '@farwatch/core/decisions/alerts/decide-alerts';
import type { EndpointChange } from '@farwatch/core/decisions/status/decide-endpoint';
import { monitorChange } from '@farwatch/core/decisions/status/monitor-change';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Transaction } from 'firebase-admin/firestore';
import { silenceAlert } from '../alerts/close-alert.ts';
import { alerts, endpoints, incidents, monitors, statusEvents } from '../db/collections.ts';
import type { Writer } from '../db/read-then-write.ts';
import type { Run } from '../db/run.ts';
import type { Facts } from './read-context.ts';

/** Writes the changes of a monitor's endpoints: documents, history, incidents, alerts, and the monitor's own view. */
export function writeChanges(
  run: Run,
  tx: Transaction,
  facts: Facts,
  changes: ReadonlyMap<string, EndpointChange>,
): void {
  if (changes.size === 0) return;
  for (const [id, change] of changes) writeEndpoint(run, tx, facts, id, change);
  const { endpoints: changed, transitions, incidents: marks } = monitorChange(facts.monitor, changes, run.nowMs);
  const fields = Object.entries(changed).flatMap(([id, { status, since, votes }]) => [
    [`endpoints.${id}.status`, status],
    [`endpoints.${id}.since`, since],
    [`endpoints.${id}.votes`, votes],
  ]);
  const update = { ...Object.fromEntries(fields), transitions, incidents: marks, updatedAt: run.nowMs };
  tx.update(monitors.ref(run.db, facts.monitorId), monitors.toUpdate(update));
}

function writeEndpoint(run: Run, tx: Transaction, facts: Facts, id: string, change: EndpointChange): void {
  const { event, downtime, certificate } = change;
  const afterDowntime = downtime ? writeIncident(run, tx, facts, change.endpoint, downtime) : change.endpoint;
  const after = certificate ? writeIncident(run, tx, facts, afterDowntime, certificate) : afterDowntime;
  const { status, since, votes, transitions, openIncidentId, openCertificateIncidentId, lastError } = after;
  const { lastAlertAt, lastAlertSeverity, coverageGap } = after;
  const changed = { status, since, votes, transitions, openIncidentId, openCertificateIncidentId, lastError };
  tx.update(endpoints.ref(run.db, id), endpoints.toUpdate({ ...changed, lastAlertAt, lastAlertSeverity, coverageGap }));
  if (event) tx.create(statusEvents.collection(run.db, id).doc(), statusEvents.toDocument(event));
}

/** Writes an incident and its alerts; returns the endpoint as it is afterwards. */
export function writeIncident(
  run: Run,
  tx: Writer,
  facts: Pick<Facts, 'settings' | 'incidents'>,
  endpoint: Endpoint,
  incident: Incident,
): Endpoint {
  const field = incident.kind === 'certificate' ? 'openCertificateIncidentId' : 'openIncidentId';
  const openId = endpoint[field];
  const before = openId === null ? null : (facts.incidents.get(openId) ?? null);
  const incidentId = before !== null && openId !== null ? openId : incidents.collection(run.db).doc().id;
  const told = decideAlerts({ incidentId, before, incident, endpoint, settings: facts.settings, nowMs: run.nowMs });
  const ref = incidents.ref(run.db, incidentId);
  if (before === null) tx.create(ref, incidents.toDocument(told.incident));
  else tx.update(ref, incidents.toUpdate(told.incident));
  for (const { id, alert } of told.create) tx.create(alerts.ref(run.db, id), alerts.toDocument(alert));
  for (const { id, by } of told.silence) tx.update(alerts.ref(run.db, id), silenceAlert(by, run.nowMs));
  return { ...endpoint, ...told.endpoint, [field]: incident.status === 'resolved' ? null : incidentId };
}
