import {
  type IncidentFilter,
  type IncidentRange,
  rangeStart,
} from '@farwatch/core/decisions/incidents/select-incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { incidents } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';

export type FoundIncident = Incident & { id: string };

/** The part of a filter that the database can apply: all but the search. */
type Narrowing = Pick<IncidentFilter, 'status' | 'location'>;

/** How many of each part are read if all are needed: as many as the app's listener reads. */
const MOST = 500;

/** An owner's incidents, or of them one monitor's. */
export function ownIncidents(run: Run, ownerId: string, monitorId?: string): Query {
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  return monitorId === undefined ? own : own.where('monitorId', '==', monitorId);
}

/**
 * The incidents of a range that ends now, as core's isInRange has it: those that started within it, then the older ones
 * that are still active.
 */
export function rangeQueries(own: Query, range: IncidentRange, nowMs: number, narrowing: Narrowing): Query[] {
  const start = Timestamp.fromMillis(rangeStart(range, nowMs));
  const within = narrowed(own, narrowing).where('triggeredAt', '>=', start).orderBy('triggeredAt', 'desc');
  const recent = within;
  if (narrowing.status === 'resolved') return [recent];
  const active = narrowed(own, { ...narrowing, status: 'active' });
  const before = active.where('triggeredAt', '<', start).orderBy('triggeredAt', 'desc');
  return [recent, before];
}

function narrowed(query: Query, { status, location }: Narrowing): Query {
  const ofStatus = status === 'all' ? query : query.where('status', '==', status);
  return location === 'all' ? ofStatus : ofStatus.where('locations', 'array-contains', location);
}

/** The newest 500 of each part, newest first. */
export async function readNewest(parts: readonly Query[]): Promise<FoundIncident[]> {
  const answers = await Promise.all(parts.map((query) => query.limit(MOST).get()));
  return answers.flatMap(({ docs }) => parseIncidents(docs));
}

/** The incidents in these documents, without those that cannot be read. */
export function parseIncidents(docs: readonly QueryDocumentSnapshot[]): FoundIncident[] {
  return docs.flatMap((doc) => {
    const incident = incidents.readIfValid(doc);
    return incident ? [{ id: doc.id, ...incident }] : [];
  });
}
