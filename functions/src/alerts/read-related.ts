import type { QueuedAlert } from '@farwatch/core/decisions/alerts/queue';
import type { Alert } from '@farwatch/core/documents/alert';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { alerts, incidents } from '../db/collections.ts';
import type { Run } from '../db/run.ts';

/** The basis on which an alert is judged: its incident as it is now, and all other alerts of the same outage. */
export type Related = { incident: Incident | null; others: QueuedAlert[] };

/**
 * Reads it; empty for an alert without an incident. The incident is read first: if it is over, the others include its
 * recovery, as both were written together. Throws ZodError for an unreadable incident.
 */
export async function readRelated(run: Run, { id, alert }: QueuedAlert): Promise<Related> {
  if (alert.incidentId === null) return { incident: null, others: [] };
  const incident = incidents.read(await incidents.ref(run.db, alert.incidentId).get());
  const { docs } = await ofOutage(run, alert.incidentId, alert.outage).get();
  const others = docs.flatMap((doc) => asQueued(doc) ?? []).filter((each) => each.id !== id);
  return { incident, others };
}

function ofOutage(run: Run, incidentId: string, outage: Alert['outage']): Query {
  return alerts.collection(run.db).where('incidentId', '==', incidentId).where('outage', '==', outage);
}

/** A stored alert with its id; null if it is unreadable. */
export function asQueued(doc: QueryDocumentSnapshot): QueuedAlert | null {
  const alert = alerts.readIfValid(doc);
  return alert && { id: doc.id, alert };
}
