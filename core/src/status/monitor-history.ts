import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import { type LocationCode, orderedLocations } from '../locations.ts';
import type { StatusHistory } from './spans.ts';
import type { MonitorTransition } from './transition.ts';

/** The status history of each endpoint of a monitor, from the monitor's document alone. */
export function endpointHistories(monitor: Monitor): StatusHistory[] {
  const byEndpoint = Map.groupBy(monitor.transitions, (transition) => transition.endpoint);
  return Object.entries(monitor.endpoints).map(([id, endpoint]) => history(endpoint, byEndpoint.get(id) ?? []));
}

function history(endpoint: MonitorEndpoint, transitions: readonly MonitorTransition[]): StatusHistory {
  const { status, createdAt } = endpoint;
  return { transitions, status, createdAt, downNow: saidDown(endpoint) };
}

function saidDown(endpoint: MonitorEndpoint): LocationCode[] {
  const votes = Object.entries(endpoint.votes) as [LocationCode, { up: boolean }][];
  return orderedLocations(votes.filter(([, vote]) => !vote.up).map(([location]) => location));
}
