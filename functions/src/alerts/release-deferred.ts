import type { QueuedAlert } from '@farwatch/core/alerts/queue';
import { alerts, endpoints, incidents } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { closeAlert } from './close-alert.ts';

/** At the end of the silence period: the alert is to be sent if its incident is still open, else it ends as silenced (design 5). */
export async function releaseDeferred(run: Run, { id, alert }: QueuedAlert, nowMs: number): Promise<void> {
  const ref = alerts.ref(run.db, id);
  const incidentRef = incidents.ref(run.db, alert.incidentId);
  const endpointRef = endpoints.ref(run.db, alert.endpointId);
  await run.db.runTransaction(async (tx) => {
    const [alertDoc, incidentDoc, endpointDoc] = await tx.getAll(ref, incidentRef, endpointRef);
    const current = alertDoc && alerts.read(alertDoc);
    const incident = incidentDoc && incidents.read(incidentDoc);
    if (current?.state !== 'deferred') return;
    if (incident?.status !== 'active' || incident.deferredAlertId !== id || !endpointDoc?.exists) {
      tx.update(ref, closeAlert('silenced', nowMs));
      return;
    }
    tx.update(ref, alerts.part({ state: 'waiting', nextAt: nowMs }));
    tx.update(incidentRef, incidents.part({ deferredAlertId: null, alertCount: incident.alertCount + 1 }));
    tx.update(endpointRef, endpoints.part({ lastAlertAt: nowMs, lastAlertSeverity: current.severity }));
  });
}
