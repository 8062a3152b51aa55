import { z } from 'zod';
import { atMsSchema, countSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';

/**
 * A location where something waits for an agent with room: how often it was planned in vain, when it is next, and the endpoints that
 * its agents had room for then.
 */
export const waitingSchema = z.object({ tries: countSchema, nextAt: atMsSchema, room: countSchema });
export type Waiting = z.infer<typeof waitingSchema>;

/** `sweeps/state`: what one sweep leaves to the next. */
export const sweepSchema = z.object({
  waiting: z.partialRecord(locationCodeSchema, waitingSchema).default({}),
});
export type Sweep = z.infer<typeof sweepSchema>;

/** The one document of its kind. */
export const SWEEP_ID = 'state';
