import type { BatchMetrics } from '@farwatch/core/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { endpointAvailability } from '@farwatch/core/status/availability';
import { endpointHistories } from '@farwatch/core/status/monitor-history';
import { downLocations } from '@farwatch/core/status/quorum';
import type { EndpointStatus } from '@farwatch/core/status/status';

/** A row of the watchlist. `lastCheckMs` and `runtimeMs` are null while unknown. */
export type EndpointRow = {
  id: string;
  url: string;
  name: string;
  status: EndpointStatus;
  /** Down, or up while some location says down. */
  isFailing: boolean;
  availabilityPercent: number;
  lastCheckMs: number | null;
  runtimeMs: number | null;
};

/** The endpoints of a monitor as of `nowMs`: status and availability from its document, the rest from the metrics. */
export function endpointRows(monitor: Monitor, metrics: BatchMetrics | undefined, nowMs: number): EndpointRow[] {
  const histories = endpointHistories(monitor);
  return Object.entries(monitor.endpoints).map(([id, { url, name, status, votes }], index) => {
    const history = histories[index];
    const lastCheckAt = metrics?.[id]?.lastCheckAt ?? null;
    return {
      id,
      url,
      name,
      status,
      isFailing: status === 'down' || (status === 'up' && downLocations(votes).length > 0),
      availabilityPercent: history ? endpointAvailability(history, nowMs).uptimePercent : 100,
      lastCheckMs: lastCheckAt === null ? null : Date.parse(lastCheckAt),
      runtimeMs: metrics?.[id]?.avgResponseTime ?? null,
    };
  });
}

/** When any of them was last checked; null while unknown. */
export function lastCheckOf(rows: readonly EndpointRow[]): number | null {
  const known = rows.map((row) => row.lastCheckMs).filter((at) => at !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
