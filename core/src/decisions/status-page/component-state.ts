import type { Monitor, MonitorEndpoint } from '../../documents/monitor.ts';
import type { SnapshotComponent } from '../../documents/snapshot.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { type DisplayStatus, endpointDisplayStatus } from '../status/display-status.ts';

/** A component's status and its start. Running maintenance is added when the page is rendered. */
export type ComponentState = Pick<SnapshotComponent, 'status' | 'since'>;

type Shown = Pick<PageComponent, 'endpointId'>;

/** Returns the endpoints of a monitor that a component shows: all of them, or one. */
export function endpointsShown(
  monitor: Pick<Monitor, 'endpoints'>,
  { endpointId }: Shown,
): [string, MonitorEndpoint][] {
  return Object.entries(monitor.endpoints).filter(([id]) => endpointId === null || id === endpointId);
}

/**
 * Returns a component's state by its monitor's document, null for a monitor that is gone. `before`: the state that is
 * shown, whose start it keeps while the status is the same: another agent's vote for it changes nothing. `showsSlow`: whether
 * the page says so of a component that is slow.
 */
export function componentState(
  monitor: Pick<Monitor, 'endpoints'> | null,
  component: Shown,
  before: ComponentState | null,
  showsSlow: boolean,
  nowMs: number,
): ComponentState {
  const endpoints = monitor ? endpointsShown(monitor, component).map(([, endpoint]) => endpoint) : [];
  const shown = endpoints.map((each) => endpointDisplayStatus(showsSlow ? each : { ...each, slow: null }));
  const status = statusOf(shown);
  if (before?.status === status) return { status, since: before.since };
  return { status, since: endpoints.length === 0 ? nowMs : sinceOf(endpoints, status) };
}

const KNOWN: readonly DisplayStatus[] = ['up', 'slow', 'partial', 'down'];

/** Known endpoints decide: pending ones and those without a vote do not. */
function statusOf(statuses: readonly DisplayStatus[]): ComponentState['status'] {
  if (statuses.length > 0 && statuses.every((status) => status === 'paused')) return 'paused';
  const known = statuses.filter((status) => KNOWN.includes(status));
  if (known.length === 0) return 'unknown';
  if (known.every((status) => status === 'down')) return 'down';
  if (known.some((status) => status === 'partial' || status === 'down')) return 'partial';
  return known.includes('slow') ? 'slow' : 'up';
}

/** What fails in part does so since the first failure; everything else since the last endpoint got there. */
function sinceOf(endpoints: readonly MonitorEndpoint[], status: ComponentState['status']): number {
  const partial = endpoints.flatMap((endpoint) => {
    const display = endpointDisplayStatus(endpoint);
    const failing = Object.values(endpoint.votes).filter(({ up }) => !up);
    if (display === 'down') return [endpoint.since];
    return display === 'partial' ? failing.map(({ since }) => since) : [];
  });
  if (status === 'partial') return Math.min(...partial);
  if (status === 'slow') return Math.min(...endpoints.flatMap(({ slow }) => slow?.since ?? []));
  const fitting = endpoints.filter((each) => (status === 'up' || status === 'down' ? each.status === status : true));
  return Math.max(...fitting.map(({ since }) => since));
}

/** Whether a change of endpoints may be visible on status pages: most new votes confirm what is known. */
export function isVisibleChange(
  before: Pick<Monitor, 'endpoints'>,
  after: Readonly<Record<string, Pick<MonitorEndpoint, 'status' | 'votes' | 'slow'>>>,
): boolean {
  return Object.entries(after).some(([id, endpoint]) => {
    const known = before.endpoints[id];
    return !known || endpointDisplayStatus(known) !== endpointDisplayStatus(endpoint);
  });
}
