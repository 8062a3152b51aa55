import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from './fields.ts';
import { RETENTION } from './limits.ts';
import { locationCodeSchema } from './locations.ts';
import { type EndpointStatus, endpointStatusSchema } from './status.ts';

/**
 * A change of an endpoint's status, of its down locations (from down to down), or of whether it is slow (from up to up).
 * `locations`: those down before the change if it recovered, else after it.
 */
export const transitionSchema = z.object({
  at: atMsSchema,
  from: endpointStatusSchema,
  to: endpointStatusSchema,
  locations: z.array(locationCodeSchema),
  /** How many outages started in the time that it stands for, if that is a sum (docs/documents.md, Sums). */
  outages: countSchema.optional(),
  /** Whether the endpoint is slow after the change, and was before it. */
  slow: z.literal(true).optional(),
  wasSlow: z.literal(true).optional(),
});
export type Transition = z.infer<typeof transitionSchema>;

/** A transition in a monitor's document, with its endpoint. */
export const monitorTransitionSchema = transitionSchema.extend({ endpoint: idSchema });
export type MonitorTransition = z.infer<typeof monitorTransitionSchema>;

/** Returns the newest `most` entries of the last 25 h, oldest first. */
export function trimRecent<T extends { at: number }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const recent = [...existing, ...added].filter((entry) => isRecent(entry, nowMs));
  return recent.sort((a, b) => a.at - b.at).slice(-most);
}

/**
 * Returns the transitions that describe the last 25 h: each endpoint's recent ones, and of the older ones, if they left
 * it in an outage, the last and the one that the outage started with. If there are more than `most`, the newest stay,
 * plus each endpoint's last removed one, now from `unknown`.
 */
export function trimTransitions<T extends Transition & { endpoint?: string }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const all = trimRecent(existing, added, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const recent = all.filter((each) => isRecent(each, nowMs));
  const removed = lastOfEach(recent.slice(0, -most));
  const aged = Map.groupBy(
    all.filter((each) => !isRecent(each, nowMs)),
    ({ endpoint }) => endpoint,
  );
  const ongoing = [...aged].flatMap(([endpoint, own]) => (removed.has(endpoint) ? [] : outageLeft(own)));
  const truncated = [...removed.values()].map((each): T => ({ ...each, from: 'unknown' }));
  return [...ongoing, ...truncated, ...recent.slice(-most)].sort((a, b) => a.at - b.at);
}

/** Returns whether a status may be a part of an outage: one continues while its endpoint is unknown. */
export function mayContinueOutage(status: EndpointStatus | 'maintenance'): boolean {
  return status === 'down' || status === 'unknown';
}

/** Returns the first and the last transition of the outage that an endpoint's transitions leave it in; else none. */
function outageLeft<T extends Transition>(own: readonly T[]): T[] {
  const last = own.at(-1);
  if (!last || !(last.to === 'down' || (last.to === 'unknown' && last.from === 'down'))) return [];
  const endedBefore = own.findLastIndex(({ to }) => !mayContinueOutage(to)) + 1;
  const first = own.slice(endedBefore).find(({ to }) => to === 'down') ?? last;
  return first === last ? [last] : [first, last];
}

function isRecent({ at }: { at: number }, nowMs: number): boolean {
  return at > nowMs - RETENTION.transitionMs;
}

/** Returns the last transition of each endpoint; in an endpoint's own document, which names none, the last one. */
function lastOfEach<T extends { endpoint?: string }>(transitions: readonly T[]): Map<string | undefined, T> {
  return new Map(transitions.map((each) => [each.endpoint, each]));
}
