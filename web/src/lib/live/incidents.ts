import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import { idSchema } from '@farwatch/core/fields';
import { type IncidentRange, isInRange, rangeStart } from '@farwatch/core/incidents/select-incidents';
import { LISTED } from '@farwatch/core/limits';
import { hourStart } from '@farwatch/core/time';
import { collection, doc, limit, orderBy, query, Timestamp, where } from 'firebase/firestore';
import { useMemo, useState } from 'react';
import { useFirestore } from 'reactfire';
import { type LiveList, listenToQuery } from './collection.ts';
import { listenToDocument } from './document.ts';
import { useMonitors } from './monitors.ts';
import { underPresentNames } from './present-names.ts';
import type { WithId } from './read-document.ts';
import { type Live, useLive } from './use-live.ts';

/** Of either kind, those that began within the range and those that are active. */
export const MOST_INCIDENTS = LISTED.byPerson;

/**
 * Incidents to show; `truncated` when the account may have more than were asked for. `complete`: whether they are all of
 * the range that have come; while a longer one is read they are not.
 */
export type LiveIncidents = LiveList<Incident> & { truncated: boolean; complete: boolean };

/** The incidents since a moment, epoch ms. */
type Since = { list: LiveList<Incident>; startMs: number };

/** When the listener of a range begins: at a full hour, so that it changes hourly and not with every tick. */
export function listenFrom(range: IncidentRange, nowMs: number): number {
  return rangeStart(range, hourStart(nowMs));
}

/**
 * The incidents since `startMs`: as the listener has them, and until it has any, those listed last. They are complete
 * if that list began no later, as after an hour has passed or a shorter range was chosen.
 */
export function recentIncidents(
  live: Live<LiveList<Incident>>,
  startMs: number,
  last: Since | null,
): { recent: Live<LiveList<Incident>>; complete: boolean } {
  if (live.data) return { recent: live, complete: true };
  return {
    recent: { data: last?.list, error: live.error },
    complete: last !== null && last.startMs <= startMs,
  };
}

/**
 * Those that began lately and those that are active as one list, newest first, each once. Nothing until both have come,
 * unless one of them fails: then what the other has, with the error.
 */
export function mergedIncidents(
  recent: Live<LiveList<Incident>>,
  active: Live<LiveList<Incident>>,
): Live<Omit<LiveIncidents, 'complete'>> {
  const error = recent.error ?? active.error;
  const lists = [recent.data, active.data].filter((list) => list !== undefined);
  if (lists.length === 0 || (lists.length === 1 && !error)) return { data: undefined, error };
  const byId = new Map(lists.flatMap(({ items }) => items).map((incident) => [incident.id, incident]));
  const items = [...byId.values()].sort((a, b) => b.triggeredAt - a.triggeredAt);
  const unreadable = Math.max(...lists.map((list) => list.unreadable));
  const truncated = lists.some((list) => list.items.length + list.unreadable >= MOST_INCIDENTS);
  return { data: { items, unreadable, truncated }, error };
}

/** The incidents of a range as of `nowMs`, newest first, and the active ones whenever they began, live. */
export function useIncidents(range: IncidentRange, nowMs: number): Live<LiveIncidents> {
  const startMs = listenFrom(range, nowMs);
  const live = useRecent(startMs);
  const [last, setLast] = useState<Since | null>(null);
  if (live.data && (live.data !== last?.list || startMs !== last.startMs)) setLast({ list: live.data, startMs });
  const { recent, complete } = recentIncidents(live, startMs, last);
  const active = useActive();
  const merged = useMemo(
    () => mergedIncidents({ data: recent.data, error: recent.error }, { data: active.data, error: active.error }),
    [recent.data, recent.error, active.data, active.error],
  );
  const monitors = useMonitors().data?.items;
  return useMemo(() => {
    const { data, error } = merged;
    if (!data) return { data, error };
    const items = data.items
      .filter((each) => isInRange(each, range, nowMs))
      .map((each) => underPresentNames(each, monitors ?? []));
    return { data: { ...data, items, complete }, error };
  }, [merged, monitors, range, nowMs, complete]);
}

function useRecent(startMs: number): Live<LiveList<Incident>> {
  const firestore = useFirestore();
  return useLive(`incidents/${startMs}`, (uid) =>
    listenToQuery(
      query(
        collection(firestore, 'incidents'),
        where('ownerId', '==', uid),
        where('triggeredAt', '>=', Timestamp.fromMillis(startMs)),
        orderBy('triggeredAt', 'desc'),
        limit(MOST_INCIDENTS),
      ),
      incidentSchema,
    ),
  );
}

function useActive(): Live<LiveList<Incident>> {
  const firestore = useFirestore();
  return useLive('incidents/active', (uid) =>
    listenToQuery(
      query(
        collection(firestore, 'incidents'),
        where('ownerId', '==', uid),
        where('status', '==', 'active'),
        orderBy('triggeredAt', 'desc'),
        limit(MOST_INCIDENTS),
      ),
      incidentSchema,
    ),
  );
}

/**
 * One incident, live; null if there is none that is readable, nothing without an id. An impossible id is not requested.
 */
export function useIncident(id: string | null): Live<WithId<Incident> | null> {
  const firestore = useFirestore();
  const isId = idSchema.safeParse(id).success;
  const live = useLive(isId ? `incident/${id}` : null, () =>
    listenToDocument(doc(firestore, 'incidents', id ?? ''), incidentSchema),
  );
  const monitors = useMonitors().data?.items;
  const data = useMemo(() => live.data && underPresentNames(live.data, monitors ?? []), [live.data, monitors]);
  return id === null || isId ? { data, error: live.error } : { data: null, error: undefined };
}
