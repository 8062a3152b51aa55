import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import { displayedUptime, endpointAvailability } from '@farwatch/core/decisions/status/availability';
import { type DisplayStatus, endpointDisplayStatus } from '@farwatch/core/decisions/status/display-status';
import { endpointHistories } from '@farwatch/core/decisions/status/monitor-history';
import { flappingOf, type Monitor } from '@farwatch/core/documents/monitor';
import { endpointResumesAt } from '@farwatch/core/values/pause';
import { lastCheckMs } from '../../../lib/live/check-rate.ts';

/** A row of the watchlist. Null: unknown, or not enough data. */
export type EndpointRow = {
  id: string;
  url: string;
  name: string;
  status: DisplayStatus;
  /** Down, or up but down at some location. */
  isFailing: boolean;
  isFlapping: boolean;
  /** Its own pause, without its monitor's. */
  isPausedAlone: boolean;
  /** When it is checked again, if that is known; else null. */
  resumesAtMs: number | null;
  atMs: number;
  availabilityPercent: number | null;
  lastCheckMs: number | null;
  runtimeMs: number | null;
};

/**
 * Returns the endpoints of a monitor as of `nowMs`: status and availability from its document, the rest from the
 * metrics. A check that changed a verdict is in the document before it is in the metrics.
 */
export function endpointRows(monitor: Monitor, metrics: BatchMetrics | undefined, nowMs: number): EndpointRow[] {
  const histories = endpointHistories(monitor);
  return Object.entries(monitor.endpoints).map(([id, endpoint]) => {
    const { url, name } = endpoint;
    const status = endpointDisplayStatus(endpoint);
    const history = histories.get(id);
    const lastCheckAt = metrics?.[id]?.lastCheckAt ?? null;
    return {
      id,
      url,
      name,
      status,
      isFailing: status === 'down' || status === 'partial',
      isFlapping: flappingOf(monitor, id) !== null,
      isPausedAlone: endpoint.paused,
      resumesAtMs: endpointResumesAt(monitor, endpoint),
      atMs: nowMs,
      availabilityPercent: history ? displayedUptime(endpointAvailability(history, nowMs)) : null,
      lastCheckMs: lastCheckMs(lastCheckAt, [endpoint], nowMs),
      runtimeMs: metrics?.[id]?.avgResponseTime ?? null,
    };
  });
}

/** Returns the time of the last check of any row; null if unknown. */
export function lastCheckOf(rows: readonly EndpointRow[]): number | null {
  const known = rows.map((row) => row.lastCheckMs).filter((at) => at !== null);
  return known.length > 0 ? Math.max(...known) : null;
}
