import type { Occurrence } from '../../documents/maintenance.ts';
import { orderedLocations } from '../../values/locations.ts';
import { type EndpointStatus, endpointStatusSchema } from '../../values/status.ts';
import { HOUR_MS, hourStart } from '../../values/time.ts';
import type { Transition } from '../../values/transition.ts';

/** How many transitions of an hour are kept: of each that is over, and of the newest. */
type Kept = { past: number; current: number };
type Periods = readonly Pick<Occurrence, 'startsAt' | 'endsAt'>[];

/**
 * Returns an endpoint's transitions with those summed that an hour has too many of (docs/documents.md, Sums): the same
 * time in each status and as many outages, in another order. What lies in maintenance is summed apart, so that
 * availability stays exact.
 *
 * @param transitions - The oldest first.
 */
export function sumTransitions(transitions: readonly Transition[], periods: Periods, kept: Kept): Transition[] {
  if (transitions.length <= Math.min(kept.past, kept.current)) return [...transitions];
  const cuts = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const newestHour = hourStart(transitions.at(-1)?.at ?? 0);
  const groups = [...Map.groupBy(transitions, ({ at }) => partEnd(at, cuts))];
  return groups.flatMap(([endMs, group], index) => {
    const isNewest = hourStart(group[0]?.at ?? 0) === newestHour;
    const isPartlySummed = !isNewest && group.some(({ outages }) => outages !== undefined);
    if (!isPartlySummed && group.length <= (isNewest ? kept.current : kept.past)) return group;
    // Half of those of the newest hour stay, so that not every change sums them again.
    const summed = isNewest ? group.slice(0, -Math.floor(kept.current / 2)) : group;
    const next = group[summed.length] ?? groups[index + 1]?.[1][0];
    return [...sumOf(summed, Math.min(endMs, next?.at ?? endMs)), ...group.slice(summed.length)];
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
function sumOf(group: readonly Transition[], endMs: number): Transition[] {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return [];
  const lengths = new Map<EndpointStatus, number>();
  for (const [index, { at, to }] of group.entries()) {
    const untilMs = group[index + 1]?.at ?? endMs;
    lengths.set(to, (lengths.get(to) ?? 0) + Math.max(0, untilMs - at));
  }
  const outages = countStarts(group);
  const locations = orderedLocations(group.flatMap((each) => each.locations));
  const others = endpointStatusSchema.options.filter((status) => status !== last.to && lengths.has(status));
  let { at, from } = first;
  return [...others, last.to].map((to) => {
    const hasLocations = from === 'down' || to === 'down';
    const piece = { at, from, to, locations: hasLocations ? locations : [], ...(to === 'down' && { outages }) };
    at += lengths.get(to) ?? 0;
    from = to;
    return piece;
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
