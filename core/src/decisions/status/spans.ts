import type { Occurrence } from '../../documents/maintenance.ts';
import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Transition } from '../../values/transition.ts';
import { maintenancePeriods } from '../maintenance/in-maintenance.ts';

/** The status that a time counts as: in maintenance an endpoint is neither up nor down. */
type SpanStatus = EndpointStatus | 'maintenance';

/** A period in which an endpoint had one status; `locations` were down in it if it was down, also in maintenance. */
export type Span = {
  fromMs: number;
  toMs: number;
  status: SpanStatus;
  locations: LocationCode[];
  /** Whether the endpoint was up, but slow. */
  slow?: true;
  /** How many outages started in it, if it stands for several periods. */
  outages?: number;
};

/**
 * The source of spans: stored transitions, the current status, slowness and down locations, the creation time, and the
 * occurrences of maintenance.
 */
export type StatusHistory = {
  transitions: readonly Transition[];
  status: EndpointStatus;
  /** Whether the endpoint is slow. */
  isSlow: boolean;
  downNow: readonly LocationCode[];
  createdAt: number;
  maintenance: readonly Pick<Occurrence, 'startsAt' | 'endsAt'>[];
};

/**
 * Returns the spans of an endpoint between two times, oldest first and without gaps, and without any before its
 * creation. The time before the oldest stored transition has the status that it changed from.
 */
export function statusSpans(history: StatusHistory, fromMs: number, toMs: number): Span[] {
  const periods = maintenancePeriods(history.maintenance);
  return spansOfStatus(history, fromMs, toMs).flatMap((span) => splitByMaintenance(span, periods));
}

/** Returns the parts of a span inside and outside of these periods, which are in order and do not overlap. */
function splitByMaintenance(span: Span, periods: ReturnType<typeof maintenancePeriods>): Span[] {
  const parts: Span[] = [];
  let cursor = span.fromMs;
  for (const { startsAt, endsAt } of periods) {
    const start = Math.max(cursor, startsAt);
    const end = Math.min(span.toMs, endsAt);
    if (end <= start) continue;
    if (start > cursor) parts.push({ ...span, fromMs: cursor, toMs: start });
    parts.push({ ...span, fromMs: start, toMs: end, status: 'maintenance' });
    cursor = end;
  }
  return cursor < span.toMs ? [...parts, { ...span, fromMs: cursor }] : parts;
}

function spansOfStatus(history: StatusHistory, fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  let cursor = Math.max(fromMs, history.createdAt);
  let downAt: readonly LocationCode[] | null = null;
  let outages: number | undefined;
  for (const transition of [...history.transitions].sort((a, b) => a.at - b.at)) {
    const end = Math.min(transition.at, toMs);
    if (end > cursor) {
      spans.push({
        fromMs: cursor,
        toMs: end,
        status: transition.from,
        locations: downIn(transition.from, downAt ?? transition.locations),
        ...slowIn(transition.from, transition.wasSlow === true),
        ...(outages !== undefined && { outages }),
      });
      cursor = end;
    }
    downAt = transition.to === 'down' ? transition.locations : null;
    outages = transition.at < fromMs ? undefined : transition.outages;
  }
  if (toMs > cursor) {
    spans.push({
      fromMs: cursor,
      toMs,
      status: history.status,
      locations: downIn(history.status, downAt ?? history.downNow),
      ...slowIn(history.status, history.isSlow),
      ...(outages !== undefined && { outages }),
    });
  }
  return spans;
}

function slowIn(status: EndpointStatus, isSlow: boolean): Pick<Span, 'slow'> {
  return status === 'up' && isSlow ? { slow: true } : {};
}

function downIn(status: EndpointStatus, locations: readonly LocationCode[]): LocationCode[] {
  return status === 'down' ? [...locations] : [];
}
