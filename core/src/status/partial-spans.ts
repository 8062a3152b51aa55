import type { Monitor } from '../documents/monitor.ts';
import { LOCATION_CODES, type LocationCode } from '../locations.ts';
import type { Span } from './spans.ts';

/** A stretch of time, epoch ms. */
export type Stretch = { fromMs: number; toMs: number };

/** When an endpoint was up at most locations, and failed at these. */
export type PartialSpan = Stretch & { locations: readonly LocationCode[] };

/**
 * When a monitor's endpoints were up by quorum while an incident of theirs lasted, or a location sees them fail. `spans` are the
 * statuses of each by its id.
 */
export function partialSpans(
  monitor: Monitor,
  spans: ReadonlyMap<string, readonly Span[]>,
  nowMs: number,
): PartialSpan[] {
  return Object.entries(monitor.endpoints).flatMap(([id, { votes }]) => {
    const marked = monitor.incidents.flatMap(({ at, endpoint, locations = [], endedAt = at }) =>
      endpoint === id ? [{ fromMs: at, toMs: endedAt ?? nowMs, locations }] : [],
    );
    const failing = LOCATION_CODES.flatMap((location) => {
      const vote = votes[location];
      return vote && !vote.up ? [{ fromMs: vote.since, toMs: nowMs, locations: [location] }] : [];
    });
    const up = (spans.get(id) ?? []).filter((span) => span.status === 'up');
    return [...marked, ...failing].flatMap((failed) => up.flatMap((span) => overlap(span, failed)));
  });
}

function overlap(span: Stretch, failed: PartialSpan): PartialSpan[] {
  const fromMs = Math.max(span.fromMs, failed.fromMs);
  const toMs = Math.min(span.toMs, failed.toMs);
  return toMs > fromMs ? [{ ...failed, fromMs, toMs }] : [];
}
