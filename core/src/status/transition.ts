import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';
import { KEEP } from '../limits.ts';
import { locationCodeSchema } from '../locations.ts';
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

/** The same in a monitor's document, where it says of which endpoint. */
export const monitorTransitionSchema = transitionSchema.extend({ endpoint: idSchema });
export type MonitorTransition = z.infer<typeof monitorTransitionSchema>;

/** `existing` and `added`, oldest first, without what is older than 25 h, at most `most` of the newest (design 3). */
export function keepRecent<T extends { at: number }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const recent = [...existing, ...added].filter((entry) => entry.at > nowMs - KEEP.transitionMs);
  return recent.sort((a, b) => a.at - b.at).slice(-most);
}

/**
 * The same for transitions. Where the bound cuts some off that are recent, what was before the oldest kept is no longer
 * known and said to be so: the end of an outage without its beginning would make it last for hours.
 */
export function keepTransitions<T extends Transition & { endpoint?: string }>(
  existing: readonly T[],
  added: readonly T[],
  nowMs: number,
  most: number,
): T[] {
  const all = keepRecent(existing, added, nowMs, Number.POSITIVE_INFINITY);
  const cut = new Set(all.slice(0, -most).map((transition) => transition.endpoint));
  return all.slice(-most).map((transition) => {
    if (!cut.delete(transition.endpoint)) return transition;
    return { ...transition, from: 'unknown' };
  });
}
