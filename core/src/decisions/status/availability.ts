import type { Monitor } from '../../documents/monitor.ts';
import type { LocationCode } from '../../values/locations.ts';
import { DAY_MS, displayedLengthMs, HOUR_MS } from '../../values/time.ts';
import { isInMaintenance } from '../maintenance/in-maintenance.ts';
import { endpointDisplayStatus } from './display-status.ts';
import { endpointHistories } from './monitor-history.ts';
import { type Span, type StatusHistory, statusSpans } from './spans.ts';

/** Availability over a range. Time in maintenance, paused and pending time are left out of all values. */
export type Availability = {
  /** The share of the known time that was up; 100 if nothing is known. */
  uptimePercent: number;
  /** The known share of all other time, 0 to 1. */
  coverage: number;
  knownMs: number;
  downMs: number;
};

/** The coverage from which a range counts as fully covered: the minute in which an agent starts is always missing. */
export const FULL_COVERAGE = 0.99;

/** The shortest known time for which 100 % is displayed. */
const MIN_KNOWN_MS = HOUR_MS;

/**
 * Returns the percent to display: null if too little is known, as for a new endpoint; any downtime counts immediately.
 */
export function displayedUptime({
  uptimePercent,
  knownMs,
}: Pick<Availability, 'uptimePercent' | 'knownMs'>): number | null {
  return knownMs >= MIN_KNOWN_MS || uptimePercent < 100 ? uptimePercent : null;
}

/** Returns an endpoint's availability over the 24 h before `nowMs`, time-weighted. */
export function endpointAvailability(history: StatusHistory, nowMs: number): Availability {
  return availabilityOf(statusSpans(history, nowMs - DAY_MS, nowMs));
}

/** Returns the availability over spans of one or more endpoints. */
export function availabilityOf(spans: readonly Span[]): Availability {
  const upMs = durationOf(spans, 'up');
  const downMs = durationOf(spans, 'down');
  const knownMs = upMs + downMs;
  const allMs = knownMs + durationOf(spans, 'unknown');
  return {
    uptimePercent: knownMs === 0 ? 100 : (upMs / knownMs) * 100,
    coverage: allMs === 0 ? 0 : knownMs / allMs,
    knownMs,
    downMs,
  };
}

function durationOf(spans: readonly Span[], status: Span['status']): number {
  return lengthOf(spans.filter((span) => span.status === status));
}

/** As displayed, so that these figures are those of history (`timeSums`) to the second. */
function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + displayedLengthMs(fromMs, toMs), 0);
}

/** A monitor's metrics on the dashboard: over the last 24 h, and the number of its endpoints in each status now. */
export type MonitorMetrics = {
  uptimePercent: number;
  coverage: number;
  /** The known time of all endpoints together. */
  knownMs: number;
  /** Endpoints that were down at some time in the last 24 h outside of maintenance. */
  downCount: number;
  /** Incidents that were active then, except those that were in maintenance all along. */
  incidentCount: number;
  incidentsByLocation: Partial<Record<LocationCode, number>>;
  endpointsUp: number;
  /** How many of `endpointsUp` fail from some locations. */
  endpointsPartial: number;
  endpointsDown: number;
  endpointsPending: number;
  endpointsUnknown: number;
  endpointsPaused: number;
};

/** Returns a monitor's metrics from its document only. */
export function monitorMetrics(monitor: Monitor, nowMs: number): MonitorMetrics {
  const histories = [...endpointHistories(monitor).values()];
  const spans = histories.map((history) => statusSpans(history, nowMs - DAY_MS, nowMs));
  const { uptimePercent, coverage, knownMs } = availabilityOf(spans.flat());
  const incidents = monitor.incidents.filter(
    ({ at, endedAt = at }) => at > nowMs - DAY_MS && !isInMaintenance(monitor.maintenance, at, endedAt ?? nowMs),
  );
  const incidentsByLocation: Partial<Record<LocationCode, number>> = {};
  for (const { location } of incidents) incidentsByLocation[location] = (incidentsByLocation[location] ?? 0) + 1;
  const statuses = Object.values(monitor.endpoints).map((endpoint) => endpoint.status);
  const countOf = (status: string) => statuses.filter((each) => each === status).length;
  return {
    uptimePercent,
    coverage,
    knownMs,
    downCount: spans.filter((list) => list.some((span) => span.status === 'down')).length,
    incidentCount: incidents.length,
    incidentsByLocation,
    endpointsUp: countOf('up'),
    endpointsPartial: Object.values(monitor.endpoints).filter((each) => endpointDisplayStatus(each) === 'partial')
      .length,
    endpointsDown: countOf('down'),
    endpointsPending: countOf('pending'),
    endpointsUnknown: countOf('unknown'),
    endpointsPaused: countOf('paused'),
  };
}

export type AvailabilityRating = 'Healthy' | 'Warning' | 'Critical' | 'Unknown';

/** Rates 99 or above as Healthy, 95 or above as Warning, a lower percentage as Critical, and null as Unknown. */
export function availabilityRating(percent: number | null): AvailabilityRating {
  if (percent === null) return 'Unknown';
  if (percent >= 99) return 'Healthy';
  return percent >= 95 ? 'Warning' : 'Critical';
}
