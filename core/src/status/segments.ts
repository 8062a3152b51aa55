import type { Monitor } from '../documents/monitor.ts';
import { LOCATION_NAMES, type LocationCode, orderedLocations } from '../locations.ts';
import { HOUR_MS, hourStart } from '../time.ts';
import { endpointHistories } from './monitor-history.ts';
import { statusSpans } from './spans.ts';

/** One UTC hour of a monitor (spec 3): `status` false also where nothing is known, see segmentState. */
export type Segment = {
  hourAt: number;
  status: boolean;
  counts: { pending: number; down: number };
  downLocations: { code: LocationCode; name: string }[];
};
export type SegmentState = 'UP' | 'DOWN' | 'PENDING' | 'N/A';

const HOURS = 24;

/** The monitor's last 24 UTC hours, oldest first, the running one last; null without endpoints or before it was made (design 5). */
export function hourlySegments(monitor: Monitor, nowMs: number): (Segment | null)[] {
  const first = hourStart(nowMs) - (HOURS - 1) * HOUR_MS;
  const spans = endpointHistories(monitor).map((history) => statusSpans(history, first, nowMs));
  return Array.from({ length: HOURS }, (_, index) => {
    const hourAt = first + index * HOUR_MS;
    const inHour = spans.map((list) => list.filter((span) => span.fromMs < hourAt + HOUR_MS && span.toMs > hourAt));
    const watched = inHour.filter((list) => list.length > 0);
    if (watched.length === 0 || hourAt + HOUR_MS <= monitor.createdAt) return null;
    return segment(hourAt, watched);
  });
}

function segment(hourAt: number, endpoints: ReturnType<typeof statusSpans>[]): Segment {
  const down = endpoints.filter((spans) => spans.some((span) => span.status === 'down'));
  const pending = endpoints.filter((spans) => spans.every((span) => span.status === 'pending'));
  const up = endpoints.some((spans) => spans.some((span) => span.status === 'up'));
  const locations = orderedLocations(down.flatMap((spans) => spans.flatMap((span) => span.locations)));
  return {
    hourAt,
    status: up && down.length === 0,
    counts: { pending: down.length > 0 ? 0 : pending.length, down: down.length },
    downLocations: locations.map((code) => ({ code, name: LOCATION_NAMES[code] })),
  };
}

/** How an hour is shown: N/A, UP, PENDING or DOWN by the rule of spec 4. */
export function segmentState(entry: Segment | null): SegmentState {
  if (entry === null) return 'N/A';
  if (entry.status) return 'UP';
  if (entry.counts.pending > 0) return 'PENDING';
  return entry.counts.down > 0 ? 'DOWN' : 'N/A';
}
