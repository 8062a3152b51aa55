import type { QueuedAlert } from '@farwatch/core/alerts/queue';
import type { Alert } from '@farwatch/core/documents/alert';
import type { Incident } from '@farwatch/core/documents/incident';
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { alerts, incidents } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/** What an alert is judged by: its incident as it is now, and all other alerts of the same outage. */
export type Related = { incident: Incident | null; others: QueuedAlert[] };

/** Reads it; nothing is there for an alert without an incident. */
export async function readRelated(run: Run, { id, alert }: QueuedAlert): Promise<Related> {
  if (alert.incidentId === null) return { incident: null, others: [] };
  const [incident, { docs }] = await Promise.all([
    incidents.ref(run.db, alert.incidentId).get(),
    ofOutage(run, alert.incidentId, alert.outage).get(),
  ]);
  return { incident: incidents.read(incident), others: docs.flatMap(asQueued).filter((each) => each.id !== id) };
}

function ofOutage(run: Run, incidentId: string, outage: Alert['outage']): Query {
  return alerts.collection(run.db).where('incidentId', '==', incidentId).where('outage', '==', outage);
}

/** A stored alert with its id; nothing for one that is gone. */
export function asQueued(doc: QueryDocumentSnapshot): QueuedAlert[] {
  const alert = alerts.read(doc);
  return alert ? [{ id: doc.id, alert }] : [];
}
