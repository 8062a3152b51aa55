import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import {
  displayStatusDuringRecheck,
  endpointDisplayStatus,
  type LatestChecks,
} from '@farwatch/core/decisions/status/display-status';
import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { type CheckRequest, isNewerThanRequest, validSinceMs } from './check-progress.ts';

/** How many of a monitor's endpoints have been checked since the request, and their status now. */
export type MonitorProgress = {
  checked: number;
  total: number;
  up: number;
  partial: number;
  down: number;
  failing: number;
  recovering: number;
};

/**
 * The progress, from each endpoint's last check at any location and its live status. An unconfirmed check counts as
 * failing or recovering, or once `isOver` as the live status.
 */
export function monitorProgress(
  request: CheckRequest,
  endpoints: Monitor['endpoints'],
  metrics: BatchMetrics | undefined,
  isOver = false,
): MonitorProgress {
  const all = Object.entries(endpoints);
  const checked = all.filter(
    ([id]) => request.recent.includes(id) || isNewerThanRequest(request, metrics?.[id]?.lastCheckAt ?? null),
  );
  const statuses = checked.map(([id, endpoint]) =>
    isOver
      ? endpointDisplayStatus(endpoint)
      : displayStatusNow(request, endpoint, metrics?.[id], request.recent.includes(id)),
  );
  const count = (status: string) => statuses.filter((each) => each === status).length;
  return {
    checked: checked.length,
    total: all.length,
    up: count('up') + count('slow'),
    partial: count('partial'),
    down: count('down'),
    failing: count('failing'),
    recovering: count('recovering'),
  };
}

/** Whether everything was checked and every check is confirmed. */
export function isStable({ checked, total, failing, recovering }: MonitorProgress): boolean {
  return checked === total && failing + recovering === 0;
}

function displayStatusNow(
  request: CheckRequest,
  endpoint: MonitorEndpoint,
  metric: BatchMetrics[string] | undefined,
  isRecent: boolean,
) {
  const locations = isRecent ? [] : request.locations;
  return displayStatusDuringRecheck(endpoint, latestOf(metric), { atMs: validSinceMs(request), locations });
}

function latestOf(metric: BatchMetrics[string] | undefined): LatestChecks {
  const known = LOCATION_CODES.flatMap((location) => {
    const check = metric?.latest[location];
    return check ? [[location, { at: Date.parse(check.at), success: check.success }] as const] : [];
  });
  return Object.fromEntries(known);
}
