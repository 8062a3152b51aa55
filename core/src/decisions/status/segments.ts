import type { Monitor } from '../../documents/monitor.ts';
import { LOCATION_CODES, type LocationCode, locationName, orderedLocations } from '../../values/locations.ts';
import { HOUR_MS, hourStart } from '../../values/time.ts';
import { endpointHistories } from './monitor-history.ts';
import { type Span, statusSpans } from './spans.ts';

/** One UTC hour of a monitor. */
export type Segment = {
  hourAt: number;
  /** Also false if nothing is known, see `segmentState`. */
  status: boolean;
  counts: { pending: number; down: number };
  downLocations: Named[];
  /** Locations at which an endpoint failed that was up elsewhere. */
  partialLocations: Named[];
  /** Whether nothing but maintenance is known, or everything that was down was in maintenance. */
  isMaintenance: boolean;
  /** Whether an endpoint was paused in the hour. */
  isPaused: boolean;
  /** Whether an endpoint was up, but slow, at some time of the hour. */
  isSlow?: true;
};
type Named = { code: LocationCode; name: string };
export type SegmentState = 'UP' | 'PARTIAL' | 'DOWN' | 'MAINTENANCE' | 'PENDING' | 'PAUSED' | 'N/A';

const HOURS = 24;

/** Returns the monitor's last 24 UTC hours, the current one last; null without endpoints or before its creation. */
export function hourlySegments(monitor: Monitor, nowMs: number): (Segment | null)[] {
  const first = hourStart(nowMs) - (HOURS - 1) * HOUR_MS;
  const histories = [...endpointHistories(monitor)];
  const spans = new Map(histories.map(([id, history]) => [id, statusSpans(history, first, nowMs)]));
  const partial = partialSpans(monitor, spans, nowMs);
  return Array.from({ length: HOURS }, (_, index) => {
    const hourAt = first + index * HOUR_MS;
    const inHour = [...spans.values()].map((list) => list.filter((span) => isWithin(span, hourAt)));
    const watched = inHour.filter((list) => list.length > 0);
    if (watched.length === 0 || hourAt + HOUR_MS <= monitor.createdAt) return null;
    return segment(
      hourAt,
      watched,
      partial.filter((span) => isWithin(span, hourAt)),
    );
  });
}

function isWithin({ fromMs, toMs }: Period, hourAt: number): boolean {
  return fromMs < hourAt + HOUR_MS && toMs > hourAt;
}

function withNames(locations: readonly LocationCode[]): Named[] {
  return orderedLocations(locations).map((code) => ({ code, name: locationName(code) }));
}

function segment(hourAt: number, endpoints: readonly Span[][], partial: readonly PartialSpan[]): Segment {
  const down = endpoints.filter((spans) => spans.some((span) => span.status === 'down'));
  const pending = endpoints.filter((spans) => spans.every((span) => span.status === 'pending'));
  const up = endpoints.some((spans) => spans.some((span) => span.status === 'up'));
  const inMaintenance = endpoints.flat().filter((span) => span.status === 'maintenance');
  const wasDownInIt = inMaintenance.some((span) => span.locations.length > 0);
  return {
    hourAt,
    status: up && down.length === 0,
    counts: { pending: down.length > 0 ? 0 : pending.length, down: down.length },
    downLocations: withNames(down.flatMap((spans) => spans.flatMap((span) => span.locations))),
    partialLocations: withNames(partial.flatMap((span) => span.locations)),
    isPaused: endpoints.flat().some((span) => span.status === 'paused'),
    isMaintenance: down.length === 0 && (wasDownInIt || (!up && inMaintenance.length > 0)),
    ...(endpoints.flat().some(({ status, slow }) => status === 'up' && slow) && { isSlow: true }),
  };
}

/** Returns how an hour is displayed; PARTIAL is an UP hour with a failing location. */
export function segmentState(entry: Segment | null): SegmentState {
  if (entry === null) return 'N/A';
  if (entry.isMaintenance) return 'MAINTENANCE';
  if (entry.status) return entry.partialLocations.length > 0 ? 'PARTIAL' : 'UP';
  if (entry.counts.pending > 0) return 'PENDING';
  if (entry.counts.down > 0) return 'DOWN';
  return entry.isPaused ? 'PAUSED' : 'N/A';
}

/** A period of time, epoch ms. */
type Period = { fromMs: number; toMs: number };

/** A period in which an endpoint was up at most locations, and failed at these. */
type PartialSpan = Period & { locations: readonly LocationCode[] };

/**
 * Returns when a monitor's endpoints were up by quorum during an incident, or while a location's vote is down, from the
 * statuses of each endpoint by its id.
 */
function partialSpans(monitor: Monitor, spans: ReadonlyMap<string, readonly Span[]>, nowMs: number): PartialSpan[] {
  const incidents = Map.groupBy(monitor.incidents, ({ endpoint }) => endpoint);
  return Object.entries(monitor.endpoints).flatMap(([id, { votes }]) => {
    const marked = (incidents.get(id) ?? []).map(({ at, locations = [], endedAt = at }) => {
      return { fromMs: at, toMs: endedAt ?? nowMs, locations };
    });
    const failing = LOCATION_CODES.flatMap((location) => {
      const vote = votes[location];
      return vote && !vote.up ? [{ fromMs: vote.since, toMs: nowMs, locations: [location] }] : [];
    });
    const up = (spans.get(id) ?? []).filter((span) => span.status === 'up');
    return [...marked, ...failing].flatMap((failed) => up.flatMap((span) => overlap(span, failed)));
  });
}

function overlap(span: Period, failed: PartialSpan): PartialSpan[] {
  const fromMs = Math.max(span.fromMs, failed.fromMs);
  const toMs = Math.min(span.toMs, failed.toMs);
  return toMs > fromMs ? [{ ...failed, fromMs, toMs }] : [];
}
