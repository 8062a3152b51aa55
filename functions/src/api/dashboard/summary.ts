import { type DashboardSummary, dashboardCalls } from '@farwatch/core/api/dashboard';
import { isoOf } from '@farwatch/core/api/parts';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { availabilityOf, monitorFigures } from '@farwatch/core/status/availability';
import { endpointHistories } from '@farwatch/core/status/monitor-history';
import { monitorStatus } from '@farwatch/core/status/monitor-status';
import { statusSpans } from '@farwatch/core/status/spans';
import { DAY_MS } from '@farwatch/core/time';
import { POLLED_MS } from '../answer-cache.ts';
import { readLastChecks } from '../last-checks.ts';
import { percentStrings } from '../monitors/monitor-entry.ts';
import { ownMonitors } from '../monitors/own-monitors.ts';
import { keepAlertsOn } from '../notifications/settings.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';

/** Reads the monitors and at most seven documents besides. */
export const getSummary = route(dashboardCalls.summary, {
  cachedForMs: POLLED_MS,
  run: async (run, caller) => {
    const [user, own, lastChecks] = await Promise.all([
      readUser(run, caller),
      ownMonitors(run, caller),
      readLastChecks(run, caller.uid),
    ]);
    // The dashboard's first steps depend on it, and older profiles do not say.
    if (user.alertsOn === null) await keepAlertsOn(run, caller.uid);
    const monitors = own.map(({ monitor }) => monitor);
    const watched = new Set(monitors.flatMap((monitor) => Object.keys(monitor.endpoints)));
    const checkedAt = [...lastChecks].flatMap(([id, { at }]) => (watched.has(id) ? [at] : []));
    const lastCheckAt = checkedAt.length > 0 ? Math.max(...checkedAt) : null;
    return summaryOf(monitors, { intervalMin: user.monitorInterval, lastCheckAt }, run.nowMs);
  },
});

/**
 * The summary of these monitors. A monitor without a status is pending if none of its endpoints was ever checked, else
 * unknown. `incidentStatus` counts endpoints up and down now.
 */
export function summaryOf(
  monitors: readonly Monitor[],
  { intervalMin, lastCheckAt }: { intervalMin: number; lastCheckAt: number | null },
  nowMs: number,
): DashboardSummary {
  const kinds = monitors.map(kindOf);
  const having = (kind: string) => kinds.filter((each) => each === kind).length;
  const figures = monitors.map((monitor) => monitorFigures(monitor, nowMs));
  const sum = (of: (figure: (typeof figures)[number]) => number) => figures.reduce((all, each) => all + of(each), 0);
  const histories = monitors.flatMap((monitor) => [...endpointHistories(monitor).values()]);
  const spans = histories.flatMap((history) => statusSpans(history, nowMs - DAY_MS, nowMs));
  const monitorsDown = figures.filter((figure) => figure.downCount > 0).length;
  return {
    incidentStatus: { up: sum((figure) => figure.endpointsUp), down: sum((figure) => figure.endpointsDown) },
    last24Hours: {
      ...percentStrings(availabilityOf(spans).uptimePercent),
      monitorsUp: figures.filter((figure) => figure.downCount === 0 && figure.coverage > 0).length,
      monitorsDown,
    },
    totalMonitors: monitors.length,
    totalEndpoints: histories.length,
    monitorStatus: {
      monitorsUp: having('UP'),
      monitorsDown: having('DOWN'),
      monitorsPending: having('PENDING'),
      monitorsUnknown: having('UNKNOWN'),
      up: having('UP'),
    },
    monitorInterval: { mins: intervalMin, lastCheck: isoOf(lastCheckAt) },
  };
}

function kindOf({ endpoints }: Monitor): 'UP' | 'DOWN' | 'PENDING' | 'UNKNOWN' {
  const statuses = Object.values(endpoints).map((endpoint) => endpoint.status);
  const isNew = statuses.length > 0 && statuses.every((status) => status === 'pending');
  return isNew ? 'PENDING' : monitorStatus(statuses);
}
