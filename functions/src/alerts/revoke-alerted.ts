import { alertedOf, withAlerted } from '@farwatch/core/decisions/alerts/decide-alerts';
import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { compareSeverity, type Severity } from '@farwatch/core/values/severity';
import { endpoints, incidents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/**
 * Records in the incident that an alert was sent with this lower `severity`, or not at all (null), so that a later
 * increase is alerted again. `reviewed`: the incident's severity in the review; false if it has changed since.
 */
export async function revokeAlerted(
  run: Run,
  { alert }: QueuedAlert,
  { severity, reviewed }: { severity: Severity | null; reviewed: Severity },
): Promise<boolean> {
  if (alert.incidentId === null || alert.endpointId === null) return true;
  const ref = incidents.ref(run.db, alert.incidentId);
  const endpointRef = endpoints.ref(run.db, alert.endpointId);
  return run.db.runTransaction(async (tx) => {
    const [incidentDoc, endpointDoc] = await tx.getAll(ref, endpointRef);
    const incident = incidentDoc && incidents.read(incidentDoc);
    if (!incident || incident.severity !== reviewed) return false;
    const alerted = alertedOf(incident, alert.outage);
    if (!alerted || alerted.severity === null) return true;
    if (severity !== null && compareSeverity(alerted.severity, severity) <= 0) return true;
    tx.update(ref, incidents.toUpdate(withAlerted(incident, alert.outage ?? 0, { ...alerted, severity })));
    if (endpointDoc?.exists) tx.update(endpointRef, endpoints.toUpdate({ lastAlertSeverity: severity }));
    return true;
  });
}
