import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from './fields.ts';
import { RETENTION } from './limits.ts';
import { locationCodeSchema } from './locations.ts';
import { endpointStatusSchema } from './status.ts';

/**
 * A change of an endpoint's status, or of its down locations (from down to down). `locations`: those down before the
 * change if it recovered, else after it.
 */
export const transitionSchema = z.object({
  at: atMsSchema,
  from: endpointStatusSchema,
  to: endpointStatusSchema,
  locations: z.array(locationCodeSchema),
  /** How many outages started in the time that it stands for, if that is a sum (docs/documents.md, Sums). */
  outages: countSchema.optional(),
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
 * Returns the transitions that describe the last 25 h: each endpoint's recent ones, and the last older one if it was
 * down then. If there are more than `most`, the newest stay, plus each endpoint's last removed one, now from `unknown`.
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
  const aged = lastOfEach(all.filter((each) => !isRecent(each, nowMs)));
  const down = [...aged.values()].filter((each) => each.to === 'down' && !removed.has(each.endpoint));
  const truncated = [...removed.values()].map((each): T => ({ ...each, from: 'unknown' }));
  return [...down, ...truncated, ...recent.slice(-most)].sort((a, b) => a.at - b.at);
}

function isRecent({ at }: { at: number }, nowMs: number): boolean {
  return at > nowMs - RETENTION.transitionMs;
}

/** Returns the last transition of each endpoint; in an endpoint's own document, which names none, the last one. */
function lastOfEach<T extends { endpoint?: string }>(transitions: readonly T[]): Map<string | undefined, T> {
  return new Map(transitions.map((each) => [each.endpoint, each]));
}
