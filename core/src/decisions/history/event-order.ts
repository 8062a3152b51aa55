import type { StatusEvent } from '../../documents/endpoint.ts';
import type { Transition } from '../../values/transition.ts';

/**
 * Returns the transitions that entries of one endpoint's status history are about, the oldest first. Several may have
 * the same time: each then follows the one that led to the status it changes.
 */
export function transitionsOf(events: readonly StatusEvent[]): Transition[] {
  const waiting = events.toSorted((a, b) => a.changedAt - b.changedAt || b.previousDurationMs - a.previousDurationMs);
  const ordered: StatusEvent[] = [];
  while (waiting.length > 0) {
    const at = waiting[0]?.changedAt;
    const status = ordered.at(-1)?.next;
    const following = waiting.findIndex(({ changedAt, previous }) => changedAt === at && previous === status);
    ordered.push(...waiting.splice(Math.max(0, following), 1));
  }
  return ordered.map(({ changedAt, previous, next, locations }) => ({
    at: changedAt,
    from: previous,
    to: next,
    locations,
  }));
}
