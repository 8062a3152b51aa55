import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import type { Incident } from '@farwatch/core/documents/incident';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { alerts, incidents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/** The context of an alert's review: its current incident, and all other alerts of the same outage. */
export type Related = { incident: Incident | null; others: QueuedAlert[] };

/**
 * Reads the context; empty for an alert without an incident. The incident is read first: if it is over, the others
 * include its recovery, as both are written in one transaction. Throws ZodError for an unreadable incident.
 */
export async function readRelated(run: Run, { id, alert }: QueuedAlert): Promise<Related> {
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
