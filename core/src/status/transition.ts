import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';
import { KEEP } from '../limits.ts';
import { locationCodeSchema } from '../locations.ts';
import { endpointStatusSchema } from './status.ts';

/** A change of an endpoint's status. `locations` are those that were down on the down side of the change. */
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
