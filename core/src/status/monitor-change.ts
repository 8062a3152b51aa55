import type { IncidentMark, Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import { LIMITS } from '../limits.ts';
import type { EndpointOutcome } from './decide-endpoint.ts';
import { keepRecent, keepTransitions, type MonitorTransition } from './transition.ts';

/** What outcomes at endpoints change in their monitor's document. */
export type MonitorChange = {
  endpoints: Record<string, Pick<MonitorEndpoint, 'status' | 'since' | 'votes'>>;
  transitions: MonitorTransition[];
  incidents: IncidentMark[];
};

/** The monitor's side of its endpoints' outcomes: their statuses and votes, the transitions and incidents of the last 25 h. */
export function monitorChange(
  monitor: Pick<Monitor, 'transitions' | 'incidents'>,
  outcomes: ReadonlyMap<string, EndpointOutcome>,
  nowMs: number,
): MonitorChange {
  const entries = [...outcomes];
  const transitions = entries.flatMap(([id, { transition }]) => (transition ? [{ ...transition, endpoint: id }] : []));
  const opened = entries.flatMap(([, { endpoint, downtime }]) =>
    downtime?.status === 'active' && endpoint.openIncidentId === null
      ? [{ at: downtime.triggeredAt, location: downtime.location }]
      : [],
  );
  return {
    endpoints: Object.fromEntries(
      entries.map(([id, { endpoint }]) => [
        id,
        { status: endpoint.status, since: endpoint.since, votes: endpoint.votes },
      ]),
    ),
    transitions: keepTransitions(monitor.transitions, transitions, nowMs, LIMITS.transitionsPerMonitor),
    incidents: keepRecent(monitor.incidents, opened, nowMs, LIMITS.transitionsPerMonitor),
  };
}
