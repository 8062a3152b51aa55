import { z } from 'zod';
import { atMsSchema, idSchema } from './fields.ts';
import { KEEP } from './limits.ts';
import { locationCodeSchema } from './locations.ts';
import { endpointStatusSchema } from './status.ts';

/**
 * A change of an endpoint's status, or from down to down of where it is down. `locations` are those that were down on the
 * down side of the change, after it where both sides are.
 */
export const transitionSchema = z.object({
  at: atMsSchema,
  from: endpointStatusSchema,
  to: endpointStatusSchema,
  locations: z.array(locationCodeSchema),
});
export type Transition = z.infer<typeof transitionSchema>;

/** The same in a monitor's document, with its endpoint. */
export const monitorTransitionSchema = transitionSchema.extend({ endpoint: idSchema });
export type MonitorTransition = z.infer<typeof monitorTransitionSchema>;

/** `existing` and `added`, oldest first, without what is older than 25 h, at most `most` of the newest. */
export function keepRecent<T extends { at: number }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const recent = [...existing, ...added].filter((entry) => isRecent(entry, nowMs));
  return recent.sort((a, b) => a.at - b.at).slice(-most);
}

/**
 * The transitions that still describe the last 25 h: of each endpoint the recent ones and the last older one if it was
 * then down. If there are more than `most`, the newest stay, plus the last cut one of each endpoint with an unknown past:
 * at most one per endpoint more than `most`.
 */
export function keepTransitions<T extends Transition & { endpoint?: string }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const all = keepRecent(existing, added, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const recent = all.filter((each) => isRecent(each, nowMs));
  const cut = lastOfEach(recent.slice(0, -most));
  const aged = lastOfEach(all.filter((each) => !isRecent(each, nowMs)));
  const down = [...aged.values()].filter((each) => each.to === 'down' && !cut.has(each.endpoint));
  const pastless = [...cut.values()].map((each): T => ({ ...each, from: 'unknown' }));
  return [...down, ...pastless, ...recent.slice(-most)].sort((a, b) => a.at - b.at);
}

function isRecent({ at }: { at: number }, nowMs: number): boolean {
  return at > nowMs - KEEP.transitionMs;
}

/** The last transition of each endpoint; of those without one, as in an endpoint's own document, the last of all. */
function lastOfEach<T extends { endpoint?: string }>(transitions: readonly T[]): Map<string | undefined, T> {
  return new Map(transitions.map((each) => [each.endpoint, each]));
}
