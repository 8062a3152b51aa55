import type { Incident } from '../../documents/incident.ts';
import type { IncidentMark, Monitor, MonitorEndpoint } from '../../documents/monitor.ts';
import { LIMITS, RETENTION } from '../../values/limits.ts';
import { type MonitorTransition, trimTransitions } from '../../values/transition.ts';
import type { EndpointChange } from './decide-endpoint.ts';
import { sumTransitions } from './sum-transitions.ts';

/** Every listener of a dashboard gets the whole document with each change. */
const SUMMED_ABOVE = 150;

/** The changes of a monitor's document that follow from its changed endpoints. */
type MonitorChange = {
  endpoints: Record<string, Pick<MonitorEndpoint, 'status' | 'since' | 'votes' | 'slow' | 'slowChangedAt'>>;
  transitions: MonitorTransition[];
  incidents: IncidentMark[];
};

/**
 * Returns the monitor's part of its endpoints' changes: statuses, votes, and the transitions and incidents of the last
 * 25 h.
 */
export function monitorChange(
  monitor: Pick<Monitor, 'transitions' | 'incidents' | 'maintenance'>,
  changes: ReadonlyMap<string, EndpointChange>,
  nowMs: number,
): MonitorChange {
  const entries = [...changes];
  const transitions = entries.flatMap(([id, { transition }]) => (transition ? [{ ...transition, endpoint: id }] : []));
  const opened = entries.flatMap(([id, { endpoint, downtime }]) =>
    downtime?.status === 'active' && endpoint.openIncidentId === null ? [markOf(id, downtime)] : [],
  );
  const current = currentMarks(changes, monitor.incidents);
  const most = LIMITS.transitionsPerMonitor;
  const recent = trimTransitions(monitor.transitions, transitions, nowMs, Number.POSITIVE_INFINITY);
  const marks = monitor.incidents.map((mark) => current.get(keyOf(mark)) ?? mark);
  return {
    endpoints: Object.fromEntries(
      entries.map(([id, { endpoint }]) => [
        id,
        {
          status: endpoint.status,
          since: endpoint.since,
          votes: endpoint.votes,
          slow: endpoint.slow,
          slowChangedAt: endpoint.slowChangedAt,
        },
      ]),
    ),
    transitions: trimTransitions(sumTransitions(recent, monitor.maintenance, SUMMED_ABOVE), [], nowMs, most),
    incidents: trimMarks([...marks, ...opened], nowMs),
  };
}

/** Removes deleted endpoints from the marks, since their incidents no longer change. */
export function dropDeletedEndpoints(
  marks: readonly IncidentMark[],
  isDeleted: (endpoint: string) => boolean,
): IncidentMark[] {
  return marks.map((mark) =>
    mark.endpoint !== undefined && isDeleted(mark.endpoint) ? { at: mark.at, location: mark.location } : mark,
  );
}

/** Returns the marks with the current one of a downtime incident that is among them. */
export function updateMark(marks: readonly IncidentMark[], incident: Incident): IncidentMark[] {
  const current = markOf(incident.endpointId, incident);
  return marks.map((mark) => (keyOf(mark) === keyOf(current) ? current : mark));
}

function markOf(endpoint: string, incident: Incident): IncidentMark {
  const { triggeredAt, location, locations, resolvedAt, acknowledgement, flapping } = incident;
  return {
    at: triggeredAt,
    location,
    endpoint,
    locations,
    endedAt: resolvedAt,
    ...(acknowledgement && { acknowledgedBy: acknowledgement.by }),
    ...(flapping?.until === null && { flapping: { since: flapping.since, outages: flapping.outages } }),
  };
}

/**
 * Returns the current marks of the incidents, also by their time only if none is known by its endpoint, since some older
 * marks do not name that. Neither do those of deleted endpoints, which may be of the same time.
 */
function currentMarks(
  changes: ReadonlyMap<string, EndpointChange>,
  known: readonly IncidentMark[],
): Map<string, IncidentMark> {
  const marks = new Map<string, IncidentMark>();
  const named = new Set(known.map(keyOf));
  for (const [id, { downtime }] of changes) {
    if (!downtime) continue;
    const mark = markOf(id, downtime);
    marks.set(keyOf(mark), mark);
    if (named.has(keyOf(mark))) continue;
    const byTime = keyOf({ at: mark.at });
    if (!marks.has(byTime)) marks.set(byTime, mark);
  }
  return marks;
}

function keyOf({ at, endpoint = '' }: Pick<IncidentMark, 'at' | 'endpoint'>): string {
  return `${at} ${endpoint}`;
}

/** Returns the marks of incidents that were open in the last 25 h, oldest first. */
function trimMarks(marks: readonly IncidentMark[], nowMs: number): IncidentMark[] {
  const lastAt = ({ at, endedAt = at }: IncidentMark) => endedAt ?? nowMs;
  return marks
    .filter((mark) => lastAt(mark) > nowMs - RETENTION.transitionMs)
    .sort((a, b) => a.at - b.at)
    .slice(-LIMITS.transitionsPerMonitor);
}
