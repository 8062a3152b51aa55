import { z } from 'zod';
import { atMsSchema, countSchema } from '../fields.ts';
import { locationCodeSchema } from '../locations.ts';
import { declareCollection } from './collection.ts';

/**
 * A location with endpoints that wait for an agent with capacity: how often planning failed, when it is retried, and the
 * agents' free capacity at the last try.
 */
export const waitingSchema = z.object({ tries: countSchema, nextAt: atMsSchema, room: countSchema });
export type Waiting = z.infer<typeof waitingSchema>;

/** Why endpoints of a location wait, since when, and whether the admins were alerted. */
export const locationTroubleSchema = z.object({
  kind: z.enum(['location_full', 'location_unwatched']),
  since: atMsSchema,
  told: z.boolean(),
});
export type LocationTrouble = z.infer<typeof locationTroubleSchema>;

/**
 * `sweeps/state`: state kept between sweeps. `patientUntil`: no silent agent is declared lost before then;
 * `patientSince`: when that wait began, null once it is over.
 */
export const sweepSchema = z.object({
  lastRunAt: atMsSchema.nullable().default(null),
  patientSince: atMsSchema.nullable().default(null),
  patientUntil: atMsSchema.nullable().default(null),
  waiting: z.partialRecord(locationCodeSchema, waitingSchema).default({}),
  troubles: z.partialRecord(locationCodeSchema, locationTroubleSchema).default({}),
});
export type Sweep = z.infer<typeof sweepSchema>;

export const sweepCollection = declareCollection({
  path: 'sweeps',
  schema: sweepSchema,
  readableBy: 'none',
  noIndex: ['lastRunAt', 'patientSince', 'patientUntil', 'troubles', 'waiting'],
  account: 'none',
});

/** Before the first sweep. */
export const NO_SWEEP: Sweep = { lastRunAt: null, patientSince: null, patientUntil: null, waiting: {}, troubles: {} };

/** The only document of its collection. */
export const SWEEP_ID = 'state';
