import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { declareCollection } from './collection.ts';

/**
 * A location with endpoints that wait for an agent with capacity: how often planning failed, when it is retried, and
 * the agents' free capacity at the last try.
 */
export const waitingSchema = z.object({ tries: countSchema, nextAt: atMsSchema, capacity: countSchema });
export type Waiting = z.infer<typeof waitingSchema>;

/** Why endpoints of a location wait, since when, and whether the admins were notified. */
export const locationProblemSchema = z.object({
  kind: z.enum(['location_full', 'location_without_agent']),
  since: atMsSchema,
  notified: z.boolean(),
});
export type LocationProblem = z.infer<typeof locationProblemSchema>;

/** When a pause of a monitor, or of an endpoint in it, ends. */
export const resumeSchema = z.object({
  monitorId: idSchema,
  ownerId: idSchema,
  /** Null for the monitor as a whole. */
  endpointId: idSchema.nullable().default(null),
  at: atMsSchema,
});
export type Resume = z.infer<typeof resumeSchema>;

/** When an endpoint that flaps becomes stable unless it changes, as in its incident. */
export const stableSoonSchema = z.object({
  incidentId: idSchema,
  ownerId: idSchema,
  monitorId: idSchema,
  endpointId: idSchema,
  at: atMsSchema,
});
export type StableSoon = z.infer<typeof stableSoonSchema>;

/** What the pings of the canary have shown (docs/heartbeats.md, Canary). */
export const canarySchema = z.object({
  /** When the canary was last answered; null before the first time. */
  heardAt: atMsSchema.nullable(),
  /** The first and the last of its pings that have had no answer since; null if the last ping had one. */
  missed: z.object({ since: atMsSchema, lastAt: atMsSchema }).nullable(),
  /** The last time in which the ping URL was unreachable: from the last answer before to the first one after. */
  outage: z.object({ startedAt: atMsSchema, endedAt: atMsSchema }).nullable(),
});
export type Canary = z.infer<typeof canarySchema>;

/** The canary before its first ping, and where the public URL is unknown. */
export const NO_CANARY: Canary = { heardAt: null, missed: null, outage: null };

/** The lists of which a sweep works only a part at a time. */
export const SWEPT_LISTS = ['incidents', 'notices', 'newChanges', 'parkedChanges', 'abstainingAgents'] as const;

/** `sweeps/state`: what one sweep leaves to the next. */
export const sweepSchema = z.object({
  lastRunAt: atMsSchema.nullable().default(null),
  /** When the current grace period started, in which no silent agent is declared lost; null once it is over. */
  graceSince: atMsSchema.nullable().default(null),
  /** When the grace period ends. */
  graceUntil: atMsSchema.nullable().default(null),
  /** When the last gap between sweeps ended. */
  gapEndedAt: atMsSchema.nullable().default(null),
  /** The locations with endpoints that wait. */
  waiting: z.partialRecord(locationCodeSchema, waitingSchema).default({}),
  /** Why they wait, by location. */
  problems: z.partialRecord(locationCodeSchema, locationProblemSchema).default({}),
  /** Pauses that end soon. */
  resumes: z.array(resumeSchema).default([]),
  /** Endpoints that flap and become stable soon. */
  stableSoon: z.array(stableSoonSchema).default([]),
  /** The locations with more on an agent than it may have. */
  overfull: z.array(locationCodeSchema).default([]),
  /** Whether the last look for hours to roll up found any. */
  hasDirtyHours: z.boolean().default(false),
  canary: canarySchema.default(NO_CANARY),
  /** Where the lists continue that were too long for one sweep, epoch ms. */
  continueFrom: z.partialRecord(z.enum(SWEPT_LISTS), z.number().int()).default({}),
});
export type Sweep = z.infer<typeof sweepSchema>;

export const sweepCollection = declareCollection({
  path: 'sweeps',
  notExported: 'rebuilt',
  schema: sweepSchema,
  readableBy: 'none',
  noIndex: [
    'canary',
    'continueFrom',
    'lastRunAt',
    'graceSince',
    'graceUntil',
    'gapEndedAt',
    'hasDirtyHours',
    'overfull',
    'problems',
    'resumes',
    'stableSoon',
    'waiting',
  ],
  account: 'none',
});

/** The state before the first sweep. */
export const NO_SWEEP: Sweep = {
  lastRunAt: null,
  graceSince: null,
  graceUntil: null,
  gapEndedAt: null,
  waiting: {},
  problems: {},
  resumes: [],
  stableSoon: [],
  overfull: [],
  hasDirtyHours: false,
  canary: NO_CANARY,
  continueFrom: {},
};

/** The id of the only document of its collection. */
export const SWEEP_ID = 'state';
