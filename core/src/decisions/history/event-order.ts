import type { StatusChange, StatusEvent } from '../../documents/endpoint.ts';
import { hourStart } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';
import { sumTransitions } from '../status/sum-transitions.ts';

/**
 * Returns the changes that entries of one endpoint's status history are about, in any order. An hour's entry replaces
 * single ones, since it has all changes of its time.
 */
export function changesOf(events: readonly StatusEvent[]): StatusChange[] {
  const hours = events.flatMap(({ earlier, ...newest }) => (earlier ? [[...earlier, newest]] : []));
  const single = events.filter((event) => !event.earlier && !hours.some((changes) => hasChange(changes, event)));
  return [...single, ...hours.flat()];
}

function hasChange(changes: readonly StatusChange[], { changedAt, previous, next }: StatusChange): boolean {
  const [first, last] = [changes[0]?.changedAt ?? 0, changes.at(-1)?.changedAt ?? 0];
  if (first < changedAt && changedAt < last) return true;
  return changes.some((each) => each.changedAt === changedAt && each.previous === previous && each.next === next);
}

/**
 * Returns the transitions that entries of one endpoint's status history are about, the oldest first. Several may have
 * the same time: each then follows the one that led to the status it changes, and the end of a status follows changes of
 * slowness within it.
 */
export function transitionsOf(events: readonly StatusEvent[]): Transition[] {
  const waiting = changesOf(events).toSorted(
    (a, b) =>
      a.changedAt - b.changedAt || b.previousDurationMs - a.previousDurationMs || Number(isEnd(a)) - Number(isEnd(b)),
  );
  const ordered: StatusChange[] = [];
  while (waiting.length > 0) {
    const at = waiting[0]?.changedAt;
    const status = ordered.at(-1)?.next;
    const following = waiting.findIndex(({ changedAt, previous }) => changedAt === at && previous === status);
    ordered.push(...waiting.splice(Math.max(0, following), 1));
  }
  return ordered.map(({ changedAt, previous, next, locations, outages, slow, wasSlow }) => ({
    at: changedAt,
    from: previous,
    to: next,
    locations,
    ...(outages !== undefined && { outages }),
    ...(slow && { slow }),
    ...(wasSlow && { wasSlow }),
  }));
}

function isEnd({ previous, next }: StatusChange): boolean {
  return previous !== next;
}

type Periods = Parameters<typeof sumTransitions>[1];

/** Changes of one endpoint in a time. If there are more of them, only the sums of its hours are known. */
const KEPT_CHANGES = 240;

/**
 * The status history of an endpoint as it is read, the oldest entry first: it holds a limited number of changes, however
 * many there are.
 */
export class HistoryReader {
  private readonly maintenance: Periods;
  private events: StatusEvent[] = [];
  private held = 0;
  private isSummed = false;
  private readonly past: Transition[] = [];

  constructor(maintenance: Periods) {
    this.maintenance = maintenance;
  }

  /** Adds the next entry. */
  add(event: StatusEvent): void {
    this.events.push(event);
    this.held += 1 + (event.earlier?.length ?? 0);
    if (this.held > KEPT_CHANGES) this.sumPast(hourStart(event.changedAt));
  }

  /** Returns the transitions of all entries, the oldest first. */
  transitions(): Transition[] {
    const all = [...this.past, ...transitionsOf(this.events)];
    return this.isSummed ? sumTransitions(all, this.maintenance, 0) : all;
  }

  private sumPast(beforeMs: number): void {
    const isOver = ({ changedAt }: StatusEvent) => changedAt < beforeMs;
    this.past.push(...transitionsOf(this.events.filter(isOver)));
    this.past.splice(0, this.past.length, ...sumTransitions(this.past, this.maintenance, 0));
    this.events = this.events.filter((event) => !isOver(event));
    this.held = this.events.reduce((sum, { earlier = [] }) => sum + 1 + earlier.length, 0);
    this.isSummed = true;
  }
}
