import { type DashboardSummary, dashboardCalls } from '@farwatch/core/contracts/api/dashboard';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { availabilityOf, type MonitorMetrics, monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { monitorStatus } from '@farwatch/core/decisions/status/display-status';
import { endpointHistories } from '@farwatch/core/decisions/status/monitor-history';
import { statusSpans } from '@farwatch/core/decisions/status/spans';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { DAY_MS } from '@farwatch/core/values/time';
import { readUser } from '../../domain/users/ensure-user.ts';
import { POLLED_MS } from '../../platform/http/answer-cache.ts';
import { route } from '../../platform/http/route.ts';
import { readLastChecks } from './last-checks.ts';
import { percentStrings } from './monitors/monitor-entry.ts';
import { readOwnMonitors } from './monitors/read-monitor.ts';

/** Answers the numbers of the dashboard. Reads the monitors and at most seven other documents; writes nothing. */
export const getDashboardNumbers = route(dashboardCalls.summary, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const [user, own, lastChecks] = await Promise.all([
      readUser(run, caller),
      readOwnMonitors(run, caller),
      readLastChecks(run, caller.accountId),
    ]);
    const monitors = own.map(({ monitor }) => monitor);
    const watched = new Set(monitors.flatMap((monitor) => Object.keys(monitor.endpoints)));
    const checkedAt = [...lastChecks].flatMap(([id, { at }]) => (watched.has(id) ? [at] : []));
    const lastCheckAt = checkedAt.length > 0 ? Math.max(...checkedAt) : null;
    return dashboardNumbers(monitors, { intervalMin: user.monitorInterval, lastCheckAt }, run.nowMs);
  },
});

/**
 * Returns the dashboard numbers of these monitors. A monitor without a status is pending if none of its endpoints has been checked yet,
 * else unknown; one whose endpoints are all paused is in none of the counts by status. `incidentStatus` counts endpoints that are up and down.
 */
export function dashboardNumbers(
  monitors: readonly Monitor[],
  { intervalMin, lastCheckAt }: { intervalMin: number; lastCheckAt: number | null },
  nowMs: number,
): DashboardSummary {
  const statuses = monitors.map(summaryStatus);
  const countOf = (status: string) => statuses.filter((each) => each === status).length;
  const metrics = monitors.map((monitor) => monitorMetrics(monitor, nowMs));
  const sum = (of: (each: MonitorMetrics) => number) => metrics.reduce((total, each) => total + of(each), 0);
  const histories = monitors.flatMap((monitor) => [...endpointHistories(monitor).values()]);
  const spans = histories.flatMap((history) => statusSpans(history, nowMs - DAY_MS, nowMs));
  const monitorsDown = metrics.filter((each) => each.downCount > 0).length;
  return {
    incidentStatus: { up: sum((each) => each.endpointsUp), down: sum((each) => each.endpointsDown) },
    last24Hours: {
      ...percentStrings(availabilityOf(spans).uptimePercent),
      monitorsUp: metrics.filter((each) => each.downCount === 0 && each.coverage > 0).length,
      monitorsDown,
    },
    totalMonitors: monitors.length,
    totalEndpoints: histories.length,
    monitorStatus: {
      monitorsUp: countOf('UP'),
      monitorsDown: countOf('DOWN'),
      monitorsPending: countOf('PENDING'),
      monitorsUnknown: countOf('UNKNOWN'),
      up: countOf('UP'),
    },
    monitorInterval: { mins: intervalMin, lastCheck: isoOf(lastCheckAt) },
  };
}

function summaryStatus({ endpoints }: Monitor): 'UP' | 'DOWN' | 'PENDING' | 'UNKNOWN' | 'PAUSED' {
  const statuses = Object.values(endpoints).map((endpoint) => endpoint.status);
  if (statuses.length > 0 && statuses.every((status) => status === 'paused')) return 'PAUSED';
  const isNew = statuses.length > 0 && statuses.every((status) => status === 'pending');
  return isNew ? 'PENDING' : monitorStatus(statuses);
}
