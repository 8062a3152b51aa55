import { z } from 'zod';
import { atMsSchema, idSchema, lineSchema } from '../values/fields.ts';
import { stuckSchema } from '../values/stuck.ts';
import { DAY_MS } from '../values/time.ts';
import { timeZoneSchema } from '../values/zone.ts';
import { declareCollection } from './collection.ts';
import { localDateTimeSchema } from './maintenance.ts';

export const ROTATION = {
  perAccount: 10,
  people: 50,
  /** Of the longest shift, in its unit. */
  mostEvery: 366,
  overrides: 100,
  longestOverrideMs: 366 * DAY_MS,
  /** How far ahead an override may begin. */
  overrideAheadMs: 366 * DAY_MS,
  /** How long an override that is over is kept: who was on duty decides about failures that ended meanwhile. */
  keptMs: 7 * DAY_MS,
  /** How far ahead a channel knows when its person is on duty; then it is computed again. */
  aheadMs: 8 * DAY_MS,
  /** The longest time, and the most shifts, that an answer lists. */
  listedMs: 35 * DAY_MS,
  listed: 1000,
  /** Hand-overs to come that are known to be mailed; of more the oldest are forgotten, and mailed again. */
  notified: 500,
} as const;

/** What an account enters for a rotation. */
export const rotationFieldsSchema = z.object({
  name: lineSchema.min(1).max(80),
  /** The uids of the people who take turns, in order; one who is named twice has two turns. */
  people: z.array(idSchema).min(1).max(ROTATION.people),
  /** The length of a shift, in units of the wall clock. */
  every: z.number().int().min(1).max(ROTATION.mostEvery),
  unit: z.enum(['hours', 'days', 'weeks']),
  /** When the first shift starts; before it, no person is on duty. */
  start: localDateTimeSchema,
  timeZone: timeZoneSchema,
  /** Whether a person gets a mail the evening before their shift starts. */
  handOverMail: z.boolean().default(false),
});
export type RotationFields = z.infer<typeof rotationFieldsSchema>;

/** A time in which another person is on duty. */
export const overrideSchema = z.object({ id: idSchema, uid: idSchema, startsAt: atMsSchema, endsAt: atMsSchema });
export type Override = z.infer<typeof overrideSchema>;

/** Who has been notified of a hand-over. */
export const handOversSchema = z.object({
  /** Who was on duty and knew it when this was stored; null if it was nobody. */
  uid: idSchema.nullable(),
  /** The hand-overs to come whose person has got a mail. */
  notified: z.array(z.object({ uid: idSchema, startsAt: atMsSchema })).max(ROTATION.notified),
});
export type HandOvers = z.infer<typeof handOversSchema>;

/** `rotations/{id}`: who of an account is on duty, and when (docs/notifications.md, Rotations). */
export const rotationSchema = rotationFieldsSchema.extend({
  ownerId: idSchema,
  /** In the order in which they were made: where several overlap, the last one counts. */
  overrides: z.array(overrideSchema).max(ROTATION.overrides).default([]),
  /** Null without mails. */
  handOvers: handOversSchema.nullable().default(null),
  /** When to look for hand-overs of which a person must be notified; null without mails. */
  handOverDueAt: atMsSchema.nullable().default(null),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type Rotation = z.infer<typeof rotationSchema>;

export const rotationCollection = declareCollection({
  path: 'rotations',
  schema: rotationSchema,
  readableBy: 'member',
  noIndex: [
    'createdAt',
    'every',
    'handOverMail',
    'handOvers',
    'name',
    'overrides',
    'people',
    'start',
    'timeZone',
    'unit',
    'updatedAt',
  ],
  indexes: [['handOverDueAt'], ['stuck']],
  account: 'owned',
});
