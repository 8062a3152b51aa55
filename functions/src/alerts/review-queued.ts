import { alertedOf, withAlerted } from '@farwatch/core/decisions/alerts/decide-alerts';
import { forChannel, isNotified } from '@farwatch/core/decisions/alerts/delivery';
import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import { type ReviewResult, reviewAlert } from '@farwatch/core/decisions/alerts/review-alert';
import type { Incident } from '@farwatch/core/documents/incident';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import { compareSeverity, moreSevere, type Severity } from '@farwatch/core/values/severity';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { ZodError } from 'zod';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, endpoints, incidents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import type { ChannelScope } from './mark-alert.ts';

/** The context of an alert's review: its current incident, and all other alerts of the same outage. */
type Related = { incident: Incident | null; others: QueuedAlert[] };

/** Reviews an alert for a channel; one whose incident is unreadable is sent as it was created. */
export async function reviewQueued(
  run: Run,
  queued: QueuedAlert,
  { channel, settings }: Pick<ChannelScope, 'channel'> & { settings: NotificationSettings },
): Promise<{ result: ReviewResult; related: Related }> {
  try {
    const { incident, others: all } = await readRelated(run, queued);
    const others = all.map(({ id, alert }) => ({ id, alert: forChannel(channel, alert) }));
    const filter = settings.thresholds.severity;
    return { result: reviewAlert(queued, { incident, others, filter }), related: { incident, others } };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    console.error(`The incident of alerts/${queued.id} cannot be read: ${reasonOf(error)}`);
    return {
      result: { content: { ...queued.alert, ended: [] }, ids: [queued.id] },
      related: { incident: null, others: [] },
    };
  }
}

/**
 * Reads the context; empty for an alert without an incident. The incident is read first: if it is over, the others
 * include its recovery, as both are written in one transaction. Throws ZodError for an unreadable incident.
 */
async function readRelated(run: Run, { id, alert }: QueuedAlert): Promise<Related> {
  if (alert.incidentId === null) return { incident: null, others: [] };
  const incident = incidents.read(await incidents.ref(run.db, alert.incidentId).get());
  const { docs } = await alerts
    .collection(run.db)
    .where('incidentId', '==', alert.incidentId)
    .where('outage', '==', alert.outage)
    .get();
  const others = docs.flatMap((doc) => asQueued(doc) ?? []).filter((each) => each.id !== id);
  return { incident, others };
}

/** A stored alert with its id; null if it is unreadable. */
export function asQueued(doc: QueryDocumentSnapshot): QueuedAlert | null {
  const alert = alerts.readIfValid(doc);
  return alert && { id: doc.id, alert };
}

/**
 * Lowers the severity that counts as alerted if an alert of an ongoing outage is sent with less than it was created
 * with, or not at all: a later increase is then alerted again. False if the incident has changed since the review.
 */
export async function recordSeverity(
  run: Run,
  queued: QueuedAlert,
  result: ReviewResult,
  { incident, others }: Related,
): Promise<boolean> {
  const alerted = incident && alertedOf(incident, queued.alert.outage);
  if (!incident || !alerted?.severity || queued.alert.kind === 'recovery') return true;
  const isOver = 'drop' in result ? result.drop === 'over' : result.content.kind !== queued.alert.kind;
  if (isOver) return true;
  const sent = [queued, ...others].flatMap(({ alert }) => (isNotified(alert) ? [alert.severity] : []));
  const severities = 'drop' in result ? sent : [...sent, result.content.severity];
  const severity = severities.reduce<Severity | null>((most, each) => moreSevere(most, each), null);
  if (severity !== null && compareSeverity(alerted.severity, severity) <= 0) return true;
  return lowerAlertedSeverity(run, queued.alert, severity, incident.severity);
}

/**
 * Lowers the alerted severity stored in the incident to `severity`, null if no alert was sent. False if the incident's
 * severity is no longer `reviewed`, the one in the review.
 */
async function lowerAlertedSeverity(
  run: Run,
  { incidentId, endpointId, outage }: QueuedAlert['alert'],
  severity: Severity | null,
  reviewed: Severity,
): Promise<boolean> {
  if (incidentId === null || endpointId === null) return true;
  const ref = incidents.ref(run.db, incidentId);
  const endpointRef = endpoints.ref(run.db, endpointId);
  return run.db.runTransaction(async (tx) => {
    const [incidentDoc, endpointDoc] = await tx.getAll(ref, endpointRef);
    const incident = incidentDoc && incidents.read(incidentDoc);
    if (!incident || incident.severity !== reviewed) return false;
    const alerted = alertedOf(incident, outage);
    if (!alerted || alerted.severity === null) return true;
    if (severity !== null && compareSeverity(alerted.severity, severity) <= 0) return true;
    tx.update(ref, incidents.toUpdate(withAlerted(incident, outage ?? 0, { ...alerted, severity })));
    if (endpointDoc?.exists) tx.update(endpointRef, endpoints.toUpdate({ lastAlertSeverity: severity }));
    return true;
  });
}
