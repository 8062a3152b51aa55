import { type IncidentSpan, isInSpan } from '@farwatch/core/decisions/incidents/incident-span';
import { INCIDENT_RANGES, type IncidentRange, rangeStart } from '@farwatch/core/decisions/incidents/select-incidents';
import { type Incident, incidentSchema } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { DAY_MS, hourStart } from '@farwatch/core/values/time';
import { limit, orderBy, Timestamp, where } from 'firebase/firestore';
import { useMemo, useState } from 'react';
import { useMonitors } from './account.ts';
import { isCut, type Live, type LiveList, useDocument, useOwnDocuments } from './firestore-listeners.ts';
import type { WithId } from './read-document.ts';

/** The limit of each query: incidents that started within the range, and active ones. */
export const MAX_INCIDENTS = LIST_LIMITS.byPerson;

/** The incidents to show. */
export type LiveIncidents = LiveList<Incident> & {
  /** Whether the account may have more incidents than the limit. */
  truncated: boolean;
  /** Whether all incidents of the range have arrived; false while a longer range is loading. */
  complete: boolean;
};

/** A range up to now, or between two times. */
export type ListedRange = IncidentRange | (IncidentSpan & { toMs: number });

/** The range as of `nowMs`. */
export function spanOfRange(range: ListedRange, nowMs: number): IncidentSpan {
  return typeof range === 'string' ? { fromMs: rangeStart(range, nowMs), toMs: null } : range;
}

/** The incidents that started in `listened`. */
type Listened = { list: LiveList<Incident>; listened: IncidentSpan };

/**
 * Returns the span that a range's listener covers. It starts at a full hour, for more than a month at a UTC day's
 * start, so that it changes hourly or daily, not with every tick.
 */
export function listenedSpan(range: ListedRange, nowMs: number): IncidentSpan {
  if (typeof range !== 'string') return range;
  const isLong = INCIDENT_RANGES[range] > INCIDENT_RANGES['30d'];
  return spanOfRange(range, isLong ? nowMs - (nowMs % DAY_MS) : hourStart(nowMs));
}

/**
 * The incidents of `span` from the listener; until its first answer, from the previous list. That one is complete if it
 * covers the span, as after an hour has passed or when a shorter range was chosen.
 */
export function recentIncidents(
  live: Live<LiveList<Incident>>,
  span: IncidentSpan,
  last: Listened | null,
): { recent: Live<LiveList<Incident>>; complete: boolean } {
  if (live.data) return { recent: live, complete: true };
  return { recent: { data: last?.list, error: live.error }, complete: last !== null && covers(last, span) };
}

/** A list that is cut has the newest incidents only. */
function covers({ list, listened }: Listened, { fromMs, toMs }: IncidentSpan): boolean {
  if (listened.fromMs > fromMs) return false;
  if (listened.toMs === toMs) return true;
  return !isCut(list) && (listened.toMs === null || (toMs !== null && toMs <= listened.toMs));
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

/** The incidents of a range as of `nowMs` and the active ones from before it, newest first, live. */
export function useIncidents(range: ListedRange, nowMs: number): Live<LiveIncidents> {
  const listened = listenedSpan(range, nowMs);
  const live = useStarted(listened);
  const [last, setLast] = useState<Listened | null>(null);
  const isNew = listened.fromMs !== last?.listened.fromMs || listened.toMs !== last.listened.toMs;
  if (live.data && (live.data !== last?.list || isNew)) setLast({ list: live.data, listened });
  const { recent, complete } = recentIncidents(live, listened, last);
  const active = useActive();
  const merged = useMemo(
    () => mergedIncidents({ data: recent.data, error: recent.error }, { data: active.data, error: active.error }),
    [recent.data, recent.error, active.data, active.error],
  );
  const monitors = useMonitors().data?.items;
  const { fromMs, toMs } = spanOfRange(range, nowMs);
  return useMemo(() => {
    const { data, error } = merged;
    if (!data) return { data, error };
    const items = data.items
      .filter((each) => isInSpan(each, { fromMs, toMs }))
      .map((each) => withCurrentNames(each, monitors ?? []));
    return { data: { ...data, items, complete }, error };
  }, [merged, monitors, fromMs, toMs, complete]);
}

/** Later than any incident. */
const NEVER_MS = Date.UTC(9999, 0);

function useStarted({ fromMs, toMs }: IncidentSpan): Live<LiveList<Incident>> {
  const start = Timestamp.fromMillis(fromMs);
  const end = Timestamp.fromMillis(toMs ?? NEVER_MS);
  return useOwnDocuments(
    'incidents',
    incidentSchema,
    [
      where('triggeredAt', '>=', start),
      where('triggeredAt', '<', end),
      orderBy('triggeredAt', 'desc'),
      limit(MAX_INCIDENTS),
    ],
    `incidents from ${fromMs} to ${toMs ?? 'now'}`,
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

/** Listens to one incident; null if it does not exist or cannot be read, undefined without an id. */
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
