import type { Monitor, MonitorEndpoint } from '../../documents/monitor.ts';
import type { Transition } from '../../values/transition.ts';
import type { StatusHistory } from './spans.ts';
import { downLocations } from './status-rules.ts';

/** Returns the status history of each endpoint by its id, from the monitor's document only. */
export function endpointHistories(monitor: Monitor): Map<string, StatusHistory> {
  const byEndpoint = Map.groupBy(monitor.transitions, (transition) => transition.endpoint);
  const endpoints = Object.entries(monitor.endpoints);
  return new Map(
    endpoints.map(([id, endpoint]) => [id, endpointHistory(endpoint, byEndpoint.get(id) ?? [], monitor.maintenance)]),
  );
}

/**
 * Returns the status history of an endpoint from its stored transitions and its monitor's maintenance. Without any transition, not even to the current status,
 * the time before `since` is unknown.
 */
export function endpointHistory(
  endpoint: Pick<MonitorEndpoint, 'status' | 'since' | 'createdAt' | 'votes' | 'slow'>,
  kept: readonly Transition[],
  maintenance: StatusHistory['maintenance'],
): StatusHistory {
  const { status, since, slow, createdAt } = endpoint;
  const downNow = downLocations(endpoint.votes);
  const cutOff: Transition = { at: since, from: 'unknown', to: status, locations: downNow };
  const transitions = kept.length === 0 && since > createdAt ? [cutOff] : kept;
  return { transitions, status, isSlow: slow !== null, createdAt, downNow, maintenance };
}
