import { flappingOf, type Monitor } from '../../documents/monitor.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { occurrenceAt } from '../maintenance/in-maintenance.ts';

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
  maintenance: Monitor['maintenance'];
  incidents: Monitor['incidents'];
};

/**
 * Compares the monitors with the outages that were running before; no changes if `before` is null. An outage continues
 * while the status is unknown, and ends without a change if the endpoint is deleted or pending again. One that starts in
 * maintenance is a change when that ends, and while an endpoint flaps, there are none.
 */
export function findOutageChanges(
  before: RunningOutages | null,
  monitors: readonly MonitorStatus[],
  nowMs: number,
): { running: RunningOutages; changes: OutageChange[] } {
  const running = new Set<string>();
  const changes: OutageChange[] = [];
  for (const { name: monitor, endpoints, maintenance, incidents } of monitors) {
    const isQuiet = occurrenceAt(maintenance, nowMs) !== null;
    for (const [endpointId, { name: endpoint, status, since }] of Object.entries(endpoints)) {
      const wasDown = before?.has(endpointId) ?? false;
      const isNew = status === 'down' && !wasDown && !isQuiet;
      const goesOn = flappingOf({ incidents }, endpointId) !== null || (status !== 'up' && status !== 'pending');
      if (isNew || (goesOn && wasDown)) running.add(endpointId);
      const fields = { endpointId, endpoint, monitor, since };
      if (isNew) changes.push({ kind: 'down', ...fields });
      if (status === 'up' && wasDown && !goesOn) changes.push({ kind: 'up', ...fields });
    }
  }
  return { running, changes: before === null ? [] : changes };
}
