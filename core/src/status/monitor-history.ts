import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';
import type { StatusHistory } from './spans.ts';
import type { Transition } from './transition.ts';

/** The status history of each endpoint of a monitor, from the monitor's document alone. */
export function endpointHistories(monitor: Monitor): StatusHistory[] {
  const byEndpoint = Map.groupBy(monitor.transitions, (transition) => transition.endpoint);
  return Object.entries(monitor.endpoints).map(([id, endpoint]) => endpointHistory(endpoint, byEndpoint.get(id) ?? []));
}

/**
 * The status history of an endpoint from its stored transitions. If there is none, not even to the present status, the
 * time before `since` is unknown.
 */
export function endpointHistory(
  endpoint: Pick<MonitorEndpoint, 'status' | 'since' | 'createdAt' | 'votes'>,
  kept: readonly Transition[],
): StatusHistory {
  const { status, since, createdAt } = endpoint;
  const downNow = saidDown(endpoint);
  const cutOff: Transition = { at: since, from: 'unknown', to: status, locations: downNow };
  return { transitions: kept.length === 0 && since > createdAt ? [cutOff] : kept, status, createdAt, downNow };
}

function saidDown(endpoint: Pick<MonitorEndpoint, 'votes'>): LocationCode[] {
  const votes = Object.entries(endpoint.votes) as [LocationCode, { up: boolean }][];
  return orderedLocations(votes.filter(([, vote]) => !vote.up).map(([location]) => location));
}
