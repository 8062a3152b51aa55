import type { EndpointStatus } from '../../values/status.ts';

/** An endpoint went down, or is up again. `since`: epoch ms. */
export type OutageChange = {
  kind: 'down' | 'up';
  endpointId: string;
  endpoint: string;
  monitor: string;
  since: number;
};

/** The ids of the endpoints with a running outage. */
export type RunningOutages = ReadonlySet<string>;

type MonitorStatus = {
  name: string;
  endpoints: Readonly<Record<string, { name: string; status: EndpointStatus; since: number }>>;
};

/**
 * Compares the monitors with the outages that were running before; no changes if `before` is null. An outage continues
 * while the status is unknown, and ends without a change if the endpoint is deleted or pending again.
 */
export function findOutageChanges(
  before: RunningOutages | null,
  monitors: readonly MonitorStatus[],
): { running: RunningOutages; changes: OutageChange[] } {
  const running = new Set<string>();
  const changes: OutageChange[] = [];
  for (const { name: monitor, endpoints } of monitors) {
    for (const [endpointId, { name: endpoint, status, since }] of Object.entries(endpoints)) {
      const wasDown = before?.has(endpointId) ?? false;
      if (status === 'down' || (status === 'unknown' && wasDown)) running.add(endpointId);
      const fields = { endpointId, endpoint, monitor, since };
      if (status === 'down' && !wasDown) changes.push({ kind: 'down', ...fields });
      if (status === 'up' && wasDown) changes.push({ kind: 'up', ...fields });
    }
  }
  return { running, changes: before === null ? [] : changes };
}
