import type { EndpointEntry, MonitorEntry } from '@farwatch/core/contracts/api/monitor-answer';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { endpointsInOrder } from '@farwatch/core/decisions/monitors/monitor-content';
import { availabilityOf, type MonitorMetrics, monitorMetrics } from '@farwatch/core/decisions/status/availability';
import { monitorStatus } from '@farwatch/core/decisions/status/display-status';
import { endpointHistories } from '@farwatch/core/decisions/status/monitor-history';
import { hourlySegments } from '@farwatch/core/decisions/status/segments';
import { type StatusHistory, statusSpans } from '@farwatch/core/decisions/status/spans';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { flappingOf, type Monitor } from '@farwatch/core/documents/monitor';
import { floorTo } from '@farwatch/core/values/floor-to';
import { mean } from '@farwatch/core/values/hour-stat';
import { locationName } from '@farwatch/core/values/locations';
import { answeredValues } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS, MONITOR_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { toAnsweredStatus } from '@farwatch/core/values/status';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { LastCheck } from '../last-checks.ts';

type Input = {
  id: string;
  monitor: Monitor;
  lastChecks: ReadonlyMap<string, LastCheck>;
  intervalMin: number;
  nowMs: number;
};

/** A monitor in API answers, from its own document and the last checks. */
export function monitorEntry(input: Input): MonitorEntry {
  const { id, monitor, nowMs } = input;
  const { locations, version } = monitor;
  const metrics = monitorMetrics(monitor, nowMs);
  const incidentsAt = metrics.incidentsByLocation;
  const statuses = Object.values(monitor.endpoints).map((endpoint) => endpoint.status);
  return {
    id,
    version,
    ...answeredValues(MONITOR_FIELDS, 'list', monitor),
    locations: locations.map((code) => ({ code, name: locationName(code), incidents: incidentsAt[code] ?? 0 })),
    endpoints: endpointEntries(input),
    status: monitorStatus(statuses),
    uptime: rounded(metrics.uptimePercent),
    down: metrics.downCount,
    totalEndpoints: statuses.length,
    incidents: metrics.incidentCount,
    uptimeSegments: hourlySegments(monitor, nowMs).map(
      (segment) => segment && { date: isoOf(segment.hourAt), ...withoutHour(segment) },
    ),
    overview: overviewOf(input, metrics),
    availability: { uptime: rounded(metrics.uptimePercent), chartData: chartOf(monitor, nowMs) },
    speed: { average: averageMs(input), unit: 'ms' },
  };
}

/** A percentage with at most two decimals, as it is shown. */
export function rounded(percent: number): number {
  return floorTo(percent, 2);
}

/** Up and down as percent strings that add up to 100. */
export function percentStrings(uptimePercent: number): { up: string; down: string } {
  const up = rounded(uptimePercent);
  return { up: `${up.toFixed(2)}%`, down: `${(100 - up).toFixed(2)}%` };
}

function withoutHour({ status, counts, downLocations }: NonNullable<ReturnType<typeof hourlySegments>[number]>) {
  return { status, counts, downLocations };
}

/** Since when an endpoint flaps, from the monitor's document. */
export function flappingAnswer(monitor: Pick<Monitor, 'incidents'>, endpointId: string): EndpointEntry['flapping'] {
  const flapping = flappingOf(monitor, endpointId);
  return flapping && { ...flapping, since: isoOf(flapping.since) };
}

/** Since when an endpoint is slow. */
export function slowAnswer({ slow }: Pick<Endpoint, 'slow'>): EndpointEntry['slow'] {
  return slow && { since: isoOf(slow.since) };
}

function endpointEntries({ monitor, lastChecks, nowMs }: Input): EndpointEntry[] {
  const histories = endpointHistories(monitor);
  return endpointsInOrder(monitor).map(([id, endpoint]) => ({
    id,
    ...answeredValues(ENDPOINT_FIELDS, 'list', endpoint),
    group: monitor.name,
    groupName: monitor.name,
    currentStatus: toAnsweredStatus(endpoint.status),
    isPaused: endpoint.status === 'paused',
    flapping: flappingAnswer(monitor, id),
    slow: slowAnswer(endpoint),
    lastCheckAt: isoOf(lastChecks.get(id)?.at ?? null),
    availability: availabilityIn24h(histories.get(id), nowMs),
  }));
}

function availabilityIn24h(history: StatusHistory | undefined, nowMs: number): number {
  return rounded(percentIn(history ? [history] : [], nowMs - DAY_MS, nowMs) ?? 100);
}

function overviewOf({ monitor, lastChecks, intervalMin }: Input, metrics: MonitorMetrics): MonitorEntry['overview'] {
  const ids = Object.keys(monitor.endpoints);
  const newest = Math.max(0, ...ids.map((id) => lastChecks.get(id)?.at ?? 0));
  return {
    currentStatus: { up: metrics.endpointsUp, down: metrics.endpointsDown },
    last24Hours: percentStrings(metrics.uptimePercent),
    totalMonitors: ids.length,
    monitorInterval: { mins: intervalMinOf(monitor, intervalMin), lastCheck: isoOf(newest > 0 ? newest : null) },
  };
}

function intervalMinOf({ intervalSec }: Monitor, ofAccount: number): number {
  return intervalSec === null ? ofAccount : (intervalSec * SECOND_MS) / MINUTE_MS;
}

function chartOf(monitor: Monitor, nowMs: number): MonitorEntry['availability']['chartData'] {
  const histories = [...endpointHistories(monitor).values()];
  const first = hourStart(nowMs) - 23 * HOUR_MS;
  return Array.from({ length: 24 }, (_, index) => {
    const hourAt = first + index * HOUR_MS;
    const percent = percentIn(histories, hourAt, Math.min(hourAt + HOUR_MS, nowMs));
    return { date: isoOf(hourAt), uptime: percent === null ? null : rounded(percent) };
  });
}

/** The percentage of the known time between two timestamps that is up; null if none is known. */
function percentIn(histories: readonly StatusHistory[], fromMs: number, toMs: number): number | null {
  const { uptimePercent, coverage } = availabilityOf(
    histories.flatMap((history) => statusSpans(history, fromMs, toMs)),
  );
  return coverage > 0 ? uptimePercent : null;
}

function averageMs({ monitor, lastChecks }: Input): number | null {
  const checks = Object.keys(monitor.endpoints).flatMap((id) => lastChecks.get(id) ?? []);
  const average = mean(checks.filter((check) => check.up).map((check) => check.ms));
  return average === null ? null : Math.round(average);
}
