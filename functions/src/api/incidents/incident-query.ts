import type { Incident } from '@farwatch/core/documents/incident';
import type { IncidentFilter } from '@farwatch/core/incidents/select-incidents';
import { type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { incidents } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';

export type FoundIncident = Incident & { id: string };

/** An owner's incidents since then, newest first. */
export function incidentsSince(run: Run, ownerId: string, sinceMs: number): Query {
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  return own.where('triggeredAt', '>=', Timestamp.fromMillis(sinceMs)).orderBy('triggeredAt', 'desc');
}

/** The same with all of a filter that the database knows: its words it does not. */
export function narrowed(query: Query, { status, location }: Pick<IncidentFilter, 'status' | 'location'>): Query {
  const ofStatus = status === 'all' ? query : query.where('status', '==', status);
  return location === 'all' ? ofStatus : ofStatus.where('locations', 'array-contains', location);
}

/** The incidents in these documents. */
export function incidentsIn(docs: readonly QueryDocumentSnapshot[]): FoundIncident[] {
  return docs.flatMap((doc) => {
    const incident = incidents.read(doc);
    return incident ? [{ id: doc.id, ...incident }] : [];
  });
}
