import { alertedOf, withAlerted } from '@farwatch/core/decisions/alerts/decide-alerts';
import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { reviewAlert } from '@farwatch/core/decisions/alerts/review-alert';
import type { Alerted } from '@farwatch/core/documents/incident';
import type { SeverityFilter } from '@farwatch/core/values/severity-filter';
import { ZodError } from 'zod';
import { alerts, endpoints, incidents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { dropAlert } from './close-alert.ts';

/**
 * Releases an alert at the end of the silence period if its outage is ongoing and admitted; else drops it. If its
 * incident is unreadable, the alert is sent as it was created.
 */
export async function releaseDeferred(
  run: Run,
  queued: QueuedAlert,
  filter: SeverityFilter,
  nowMs: number,
): Promise<void> {
  try {
    await releaseOrSilence(run, queued, filter, nowMs);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    await alerts.ref(run.db, queued.id).update(alerts.toUpdate({ state: 'waiting', nextAt: nowMs }));
  }
}

async function releaseOrSilence(
  run: Run,
  { id, alert }: QueuedAlert,
  filter: SeverityFilter,
  nowMs: number,
): Promise<void> {
  const ref = alerts.ref(run.db, id);
  if (alert.incidentId === null || alert.endpointId === null) return;
  const incidentRef = incidents.ref(run.db, alert.incidentId);
  const endpointRef = endpoints.ref(run.db, alert.endpointId);
  await run.db.runTransaction(async (tx) => {
    const [alertDoc, incidentDoc, endpointDoc] = await tx.getAll(ref, incidentRef, endpointRef);
    const current = alertDoc && alerts.read(alertDoc);
    const incident = (incidentDoc && incidents.read(incidentDoc)) ?? null;
    if (current?.state !== 'deferred') return;
    const alerted = incident && alertedOf(incident, current.outage);
    const isDeferred = alerted?.deferredId === id && endpointDoc?.exists === true;
    const review = isDeferred
      ? reviewAlert({ id, alert: current }, { incident, others: [], filter })
      : { drop: 'over' as const };
    const isDropped = 'drop' in review;
    if (isDropped) tx.update(ref, dropAlert(review.drop, nowMs));
    else tx.update(ref, alerts.toUpdate({ state: 'waiting', nextAt: nowMs }));
    if (!isDeferred || !incident) return;
    // A dropped alert was not sent, so a later increase in severity is alerted.
    const released: Alerted = { ...alerted, deferredId: null, severity: isDropped ? null : alerted.severity };
    tx.update(incidentRef, incidents.toUpdate(withAlerted(incident, current.outage ?? 0, released)));
    if (!isDropped) {
      tx.update(endpointRef, endpoints.toUpdate({ lastAlertAt: nowMs, lastAlertSeverity: review.content.severity }));
    }
  });
}
