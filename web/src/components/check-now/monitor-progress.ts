import type { BatchMetrics } from '@farwatch/core/contracts/api/dashboard';
import {
  displayStatusDuringRecheck,
  endpointDisplayStatus,
  type LatestChecks,
} from '@farwatch/core/decisions/status/display-status';
import type { Monitor, MonitorEndpoint } from '@farwatch/core/documents/monitor';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { type Asked, answersSinceMs, isAnswer } from './check-progress.ts';

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
 * The progress, from each endpoint's last check at any location (also just before the request) and its live status. A
 * check that awaits confirmation counts as such, or as the known status once `isOver`.
 */
export function monitorProgress(
  asked: Asked,
  endpoints: Monitor['endpoints'],
  metrics: BatchMetrics | undefined,
  isOver = false,
): MonitorProgress {
  const all = Object.entries(endpoints);
  const checked = all.filter(
    ([id]) => asked.recent.includes(id) || isAnswer(asked, metrics?.[id]?.lastCheckAt ?? null),
  );
  const standings = checked.map(([id, endpoint]) =>
    isOver
      ? endpointDisplayStatus(endpoint)
      : displayStatusNow(asked, endpoint, metrics?.[id], asked.recent.includes(id)),
  );
  const having = (standing: string) => standings.filter((each) => each === standing).length;
  return {
    checked: checked.length,
    total: all.length,
    up: having('up'),
    partial: having('partial'),
    down: having('down'),
    failing: having('failing'),
    recovering: having('recovering'),
  };
}

/** Whether everything was checked and no check awaits confirmation. */
export function isStable({ checked, total, failing, recovering }: MonitorProgress): boolean {
  return checked === total && failing + recovering === 0;
}

function displayStatusNow(
  asked: Asked,
  endpoint: MonitorEndpoint,
  metric: BatchMetrics[string] | undefined,
  recent: boolean,
) {
  const locations = recent ? [] : asked.locations;
  return displayStatusDuringRecheck(endpoint, latestOf(metric), { atMs: answersSinceMs(asked), locations });
}

function latestOf(metric: BatchMetrics[string] | undefined): LatestChecks {
  const known = LOCATION_CODES.flatMap((location) => {
    const check = metric?.latest[location];
    return check ? [[location, { at: Date.parse(check.at), success: check.success }] as const] : [];
  });
  return Object.fromEntries(known);
}
