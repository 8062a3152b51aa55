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

/** The part of a filter that Firestore can apply: all but the search. */
type QueryFilter = Pick<IncidentFilter, 'status' | 'location'>;

/** Read of each query if all are needed: as many as the app's listener reads. */
const MAX_READ = 500;

/** An owner's incidents, or only one monitor's. */
export function ownIncidents(run: Run, ownerId: string, monitorId?: string): Query {
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  return monitorId === undefined ? own : own.where('monitorId', '==', monitorId);
}

/**
 * Queries for a range that ends now, as core's isInRange defines it: the incidents that started in it, then older ones
 * that are still active.
 */
export function rangeQueries(own: Query, range: IncidentRange, nowMs: number, filter: QueryFilter): Query[] {
  const start = Timestamp.fromMillis(rangeStart(range, nowMs));
  const within = applyFilter(own, filter).where('triggeredAt', '>=', start).orderBy('triggeredAt', 'desc');
  const recent = within;
  if (filter.status === 'resolved') return [recent];
  const active = applyFilter(own, { ...filter, status: 'active' });
  const before = active.where('triggeredAt', '<', start).orderBy('triggeredAt', 'desc');
  return [recent, before];
}

function applyFilter(query: Query, { status, location }: QueryFilter): Query {
  const ofStatus = status === 'all' ? query : query.where('status', '==', status);
  return location === 'all' ? ofStatus : ofStatus.where('locations', 'array-contains', location);
}

/** The newest 500 incidents of each query, newest first. */
export async function readNewest(parts: readonly Query[]): Promise<FoundIncident[]> {
  const answers = await Promise.all(parts.map((query) => query.limit(MAX_READ).get()));
  return answers.flatMap(({ docs }) => parseIncidents(docs));
}

/** The valid incidents among these documents. */
export function parseIncidents(docs: readonly QueryDocumentSnapshot[]): FoundIncident[] {
  return docs.flatMap((doc) => {
    const incident = incidents.readIfValid(doc);
    return incident ? [{ id: doc.id, ...incident }] : [];
  });
}
