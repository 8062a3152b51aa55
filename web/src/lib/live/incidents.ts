import { type IncidentRange, isInRange, rangeStart } from '@farwatch/core/decisions/incidents/select-incidents';
import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { hourStart } from '@farwatch/core/values/time';
import { limit, orderBy, Timestamp, where } from 'firebase/firestore';
import { useMemo, useState } from 'react';
import { useMonitors } from './account.ts';
import { isCut, type LiveList, useDocument, useOwnDocuments } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';
import type { Live } from './use-live.ts';

/** The limit of each query: incidents that started within the range, and active ones. */
export const MAX_INCIDENTS = LIST_LIMITS.byPerson;

/**
 * Incidents to show. `truncated`: the account may have more than the limit. `complete`: all of the range have arrived,
 * which is not the case while a longer range is loading.
 */
export type LiveIncidents = LiveList<Incident> & { truncated: boolean; complete: boolean };

/** The incidents since `startMs`, epoch ms. */
type Since = { list: LiveList<Incident>; startMs: number };

/** The start of a range's listener: a full hour, so that it changes hourly, not with every tick. */
export function listenFrom(range: IncidentRange, nowMs: number): number {
  return rangeStart(range, hourStart(nowMs));
}

/**
 * The incidents since `startMs` from the listener; until its first answer, from the previous list. That one is complete
 * if it starts no later, as after an hour has passed or when a shorter range was chosen.
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
 * Merges recent and active incidents into one list without duplicates, newest first. Undefined until both have arrived,
 * unless one fails: then the other one's, with the error.
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
  return { data: { items, unreadable, truncated: lists.some(isCut) }, error };
}

/** The incidents of a range as of `nowMs` and all active ones, newest first, live. */
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
      .map((each) => withCurrentNames(each, monitors ?? []));
    return { data: { ...data, items, complete }, error };
  }, [merged, monitors, range, nowMs, complete]);
}

function useRecent(startMs: number): Live<LiveList<Incident>> {
  const start = Timestamp.fromMillis(startMs);
  return useOwnDocuments(
    'incidents',
    incidentSchema,
    [where('triggeredAt', '>=', start), orderBy('triggeredAt', 'desc'), limit(MAX_INCIDENTS)],
    `incidents since ${startMs}`,
  );
}

function useActive(): Live<LiveList<Incident>> {
  return useOwnDocuments(
    'incidents',
    incidentSchema,
    [where('status', '==', 'active'), orderBy('triggeredAt', 'desc'), limit(MAX_INCIDENTS)],
    'active incidents',
  );
}

/** One incident, live; null if it does not exist or cannot be read, nothing without an id. */
export function useIncident(id: string | null): Live<WithId<Incident> | null> {
  const { data: stored, error } = useDocument('incidents', id, incidentSchema);
  const monitors = useMonitors().data?.items;
  const data = useMemo(() => stored && withCurrentNames(stored, monitors ?? []), [stored, monitors]);
  return { data, error };
}

type Named = Pick<Incident, 'monitorId' | 'monitor' | 'endpointId' | 'endpoint'>;

/**
 * An incident with the current names of its monitor and endpoint; with its own names if those are gone, and the same
 * object if nothing was renamed.
 */
export function withCurrentNames<T extends Named>(incident: T, monitors: readonly WithId<Monitor>[]): T {
  const monitor = monitors.find(({ id }) => id === incident.monitorId);
  if (!monitor) return incident;
  const endpointName = monitor.endpoints[incident.endpointId]?.name ?? incident.endpoint.name;
  if (monitor.name === incident.monitor.name && endpointName === incident.endpoint.name) return incident;
  return {
    ...incident,
    monitor: { ...incident.monitor, name: monitor.name },
    endpoint: { ...incident.endpoint, name: endpointName },
  };
}
