import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import { type IncidentRange, rangeStart } from '@farwatch/core/incidents/select-incidents';
import { hourStart } from '@farwatch/core/time';
import { collection, limit, orderBy, query, Timestamp, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

const MOST = 500;

/** When the listener of a range begins: at a full hour, so that it changes hourly and not with every tick. */
export function listenFrom(range: IncidentRange, nowMs: number): number {
  return rangeStart(range, hourStart(nowMs));
}

/** Those of them that began within the range as of `nowMs`; the listener's own start is up to an hour before. */
export function withinRange<T extends { triggeredAt: number }>(
  items: readonly T[],
  range: IncidentRange,
  nowMs: number,
): T[] {
  return items.filter((incident) => incident.triggeredAt > rangeStart(range, nowMs));
}

/** The newest incidents of a range, at most 500, newest first, live (design 8). */
export function useIncidents(range: IncidentRange, nowMs: number): Live<LiveList<Incident>> {
  const firestore = useFirestore();
  const start = listenFrom(range, nowMs);
  return useLive(`incidents/${start}`, (uid) =>
    listenToQuery(
      query(
        collection(firestore, 'incidents'),
        where('ownerId', '==', uid),
        where('triggeredAt', '>=', Timestamp.fromMillis(start)),
        orderBy('triggeredAt', 'desc'),
        limit(MOST),
      ),
      incidentSchema,
    ),
  );
}
