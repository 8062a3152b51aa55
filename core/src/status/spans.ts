import type { LocationCode } from '../locations.ts';
import type { EndpointStatus } from './status.ts';
import type { Transition } from './transition.ts';

/** A stretch of time, ms, in which an endpoint had one status; `locations` were down in it when the status is down. */
export type Span = { fromMs: number; toMs: number; status: EndpointStatus; locations: LocationCode[] };

/** What spans are made from: the transitions known, the status now with the locations down now, and when it was made. */
export type StatusHistory = {
  transitions: readonly Transition[];
  status: EndpointStatus;
  downNow: readonly LocationCode[];
  createdAt: number;
};

/**
 * The spans of an endpoint between two times, oldest first and without gaps; before its creation there is none.
 * What was before the oldest known transition is what that transition came from.
 */
export function statusSpans(history: StatusHistory, fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  let cursor = Math.max(fromMs, history.createdAt);
  let began: readonly LocationCode[] | null = null;
  for (const transition of [...history.transitions].sort((a, b) => a.at - b.at)) {
    const end = Math.min(transition.at, toMs);
    if (end > cursor) {
      spans.push({
        fromMs: cursor,
        toMs: end,
        status: transition.from,
        locations: downIn(transition.from, began ?? transition.locations),
      });
      cursor = end;
    }
    began = transition.to === 'down' ? transition.locations : null;
  }
  if (toMs > cursor) {
    spans.push({
      fromMs: cursor,
      toMs,
      status: history.status,
      locations: downIn(history.status, began ?? history.downNow),
    });
  }
  return spans;
}

function downIn(status: EndpointStatus, locations: readonly LocationCode[]): LocationCode[] {
  return status === 'down' ? [...locations] : [];
}
