import type { Occurrence } from '../../documents/maintenance.ts';
import { orderedLocations } from '../../values/locations.ts';
import { endpointStatusSchema } from '../../values/status.ts';
import { HOUR_MS, hourStart } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';

type Periods = readonly Pick<Occurrence, 'startsAt' | 'endsAt'>[];
/** A transition; in a monitor's document with its endpoint. */
type Any = Transition & { endpoint?: string };

/** Up, but slow. */
const SLOW = 'slow';
const STATES = [...endpointStatusSchema.options, SLOW] as const;
type SummedState = (typeof STATES)[number];

function stateAfter({ to, slow }: Transition): SummedState {
  return to === 'up' && slow ? SLOW : to;
}

/** A sum has a transition for each status that the endpoint had. */
const SUMMED_FROM = 4;
/** How many of an endpoint's newest transitions are never summed. */
const NEWEST = 16;

/**
 * Returns transitions of which hours are summed, the oldest first, until there are at most `most` (docs/documents.md,
 * Sums): a sum has the same time in each status and as many outages, in another order. What lies in maintenance is summed
 * apart, so that availability stays exact.
 *
 * @param transitions - Of each endpoint the oldest first.
 */
export function sumTransitions<T extends Any>(transitions: readonly T[], periods: Periods, most: number): T[] {
  if (transitions.length <= most) return [...transitions];
  const cuts = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const byEndpoint = Map.groupBy(transitions, ({ endpoint }) => endpoint);
  const groups = [...byEndpoint.values()].flatMap((own) => groupsOf(own, cuts));
  let left = transitions.length;
  const kept = groups
    .toSorted((a, b) => a.endMs - b.endMs)
    .flatMap(({ group, endMs, newest }) => {
      if (left <= most || group.length < SUMMED_FROM) return [...group, ...newest];
      const summed = sumOf(group, endMs);
      left += summed.length - group.length;
      return [...summed, ...newest];
    });
  return kept.sort((a, b) => a.at - b.at);
}

/** Transitions that may be summed, and the time up to which they count; `newest` follow them and are not. */
type Group<T> = { group: T[]; endMs: number; newest: T[] };

function groupsOf<T extends Any>(own: readonly T[], cuts: readonly number[]): Group<T>[] {
  const parts = [...Map.groupBy(own, ({ at }) => partEnd(at, cuts))];
  let before = 0;
  return parts.map(([endMs, part], index) => {
    const summable = Math.max(0, Math.min(part.length, own.length - NEWEST - before));
    before += part.length;
    const group = part.slice(0, summable);
    const newest = part.slice(summable);
    const next = newest[0] ?? parts[index + 1]?.[1][0];
    return { group, newest, endMs: Math.min(endMs, next?.at ?? endMs) };
  });
}

/** The end of the part of an hour that a time is in: maintenance that starts or ends in it divides it. */
function partEnd(atMs: number, cuts: readonly number[]): number {
  return Math.min(hourStart(atMs) + HOUR_MS, ...cuts.filter((cutAt) => cutAt > atMs));
}

/**
 * Returns transitions that stand for these up to `endMs`. The status that the last of them led to comes last, since it
 * may continue.
 */
function sumOf<T extends Any>(group: readonly T[], endMs: number): T[] {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return [];
  const lengths = new Map<SummedState, number>();
  for (const [index, each] of group.entries()) {
    const untilMs = group[index + 1]?.at ?? endMs;
    const state = stateAfter(each);
    lengths.set(state, (lengths.get(state) ?? 0) + Math.max(0, untilMs - each.at));
  }
  const outages = countStarts(group);
  const locations = orderedLocations(group.flatMap((each) => each.locations));
  const lastState = stateAfter(last);
  const others = STATES.filter((state) => state !== lastState && lengths.has(state));
  let { at, from, wasSlow: isSlowBefore = false } = first;
  return [...others, lastState].map((state) => {
    const { outages: _, slow: __, wasSlow: ___, ...fields } = first;
    const isSlow = state === SLOW;
    const to = isSlow ? 'up' : state;
    const slowness = { ...(isSlow && { slow: true }), ...(isSlowBefore && { wasSlow: true }) };
    const own = from === 'down' || to === 'down' ? locations : [];
    const piece = { ...fields, at, from, to, locations: own, ...(to === 'down' && { outages }), ...slowness };
    at += lengths.get(state) ?? 0;
    from = to;
    isSlowBefore = isSlow;
    return piece as T;
  });
}

/** How many outages start with these transitions; while the status is unknown, one continues. */
function countStarts(group: readonly Transition[]): number {
  let isRunning = group[0]?.from === 'down';
  let count = 0;
  for (const { to, outages } of group) {
    if (to === 'down') count += outages ?? (isRunning ? 0 : 1);
    isRunning = to === 'down' || (to === 'unknown' && isRunning);
  }
  return count;
}
