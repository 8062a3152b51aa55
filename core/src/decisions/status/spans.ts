import type { LocationCode } from '../../values/locations.ts';
import type { EndpointStatus } from '../../values/status.ts';
import type { Transition } from '../../values/transition.ts';

/** A period in which an endpoint had one status; `locations` were down in it if the status is down. */
export type Span = { fromMs: number; toMs: number; status: EndpointStatus; locations: LocationCode[] };

/** The source of spans: stored transitions, the current status and down locations, and the creation time. */
export type StatusHistory = {
  transitions: readonly Transition[];
  status: EndpointStatus;
  downNow: readonly LocationCode[];
  createdAt: number;
};

/**
 * Returns the spans of an endpoint between two times, oldest first and without gaps; none before its creation. The time
 * before the oldest stored transition has the status that it changed from.
 */
export function statusSpans(history: StatusHistory, fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  let cursor = Math.max(fromMs, history.createdAt);
  let downAt: readonly LocationCode[] | null = null;
  for (const transition of [...history.transitions].sort((a, b) => a.at - b.at)) {
    const end = Math.min(transition.at, toMs);
    if (end > cursor) {
      spans.push({
        fromMs: cursor,
        toMs: end,
        status: transition.from,
        locations: downIn(transition.from, downAt ?? transition.locations),
      });
      cursor = end;
    }
    downAt = transition.to === 'down' ? transition.locations : null;
  }
  if (toMs > cursor) {
    spans.push({
      fromMs: cursor,
      toMs,
      status: history.status,
      locations: downIn(history.status, downAt ?? history.downNow),
    });
  }
  return spans;
}

function downIn(status: EndpointStatus, locations: readonly LocationCode[]): LocationCode[] {
  return status === 'down' ? [...locations] : [];
}
