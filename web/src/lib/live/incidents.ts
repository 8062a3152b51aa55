import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import { DAY_MS, hourStart } from '@farwatch/core/time';
import { collection, limit, orderBy, query, Timestamp, where } from 'firebase/firestore';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { type Live, useLive } from './use-live.ts';

/** The time ranges of spec 9, in days. */
export const INCIDENT_RANGES = { '24h': 1, '7d': 7, '30d': 30 } as const;
export type IncidentRange = keyof typeof INCIDENT_RANGES;

const MOST = 500;

/** When a range begins; `nowMs` is taken to the hour so that the listener changes hourly, not with every tick. */
export function rangeStart(range: IncidentRange, nowMs: number): number {
  return hourStart(nowMs) - INCIDENT_RANGES[range] * DAY_MS;
}

/** Those of them that began within the range as of `nowMs`; the listener's own start is up to an hour before. */
export function withinRange<T extends { triggeredAt: number }>(
  items: readonly T[],
  range: IncidentRange,
  nowMs: number,
): T[] {
  return items.filter((incident) => incident.triggeredAt > nowMs - INCIDENT_RANGES[range] * DAY_MS);
}

/** The newest incidents of a range, at most 500, newest first, live (design 8). */
export function useIncidents(range: IncidentRange, nowMs: number): Live<LiveList<Incident>> {
  const firestore = useFirestore();
  const start = rangeStart(range, nowMs);
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
