import { z } from 'zod';
import { overrideSchema, rotationFieldsSchema } from '../../documents/rotation.ts';
import { idSchema } from '../../values/fields.ts';
import { MEMBER_MAIL_RATE } from '../../values/token-bucket.ts';
import { timeZoneInputSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

/** Overrides of one call, such as the two of a swap. */
const MOST_OVERRIDES_AT_ONCE = 10;

/** `uid`: null while nobody is on duty, so that all channels of the rotation get failures. `endsAt` is no longer part of it. */
const shiftSchema = z.object({
  uid: idSchema.nullable(),
  startsAt: isoSchema,
  endsAt: isoSchema,
  isOverride: z.boolean(),
});
export type ShiftAnswer = z.infer<typeof shiftSchema>;

/**
 * `overrides`: those that are not over, in the order in which they were made; of several at a time the last one counts.
 * `current`: who is on duty now, as far as the next four weeks tell; `next`: the shift after it, null if none follows.
 */
const rotationAnswerSchema = rotationFieldsSchema.extend({
  id: idSchema,
  overrides: z.array(overrideSchema.extend({ startsAt: isoSchema, endsAt: isoSchema })),
  current: shiftSchema,
  next: shiftSchema.nullable(),
});
export type RotationAnswer = z.infer<typeof rotationAnswerSchema>;

/** The people of an account, its owner first; a uid that is not among them is nobody's any more and is skipped. */
const peopleSchema = z.array(z.object({ id: idSchema, name: z.string() }));

const rotationInputSchema = rotationFieldsSchema.extend({ timeZone: timeZoneInputSchema });
export type RotationInput = z.infer<typeof rotationInputSchema>;

/** `startsAt`: now if it is left out or earlier. */
const overrideInputSchema = z.object({ uid: idSchema, startsAt: isoSchema.optional(), endsAt: isoSchema });
export type OverrideInput = z.infer<typeof overrideInputSchema>;

const byOverrideSchema = z.object({ id: idSchema, overrideId: idSchema });

export const rotationCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/rotations',
    scope: 'person',
    isListed: false,
    role: 'viewer',
    summary: 'All rotations with who is on duty now and next, and the names of the people of the account',
    output: z.object({ rotations: z.array(rotationAnswerSchema), people: peopleSchema }),
  }),
  shifts: apiCall({
    method: 'get',
    path: '/v1/rotations/:id/shifts',
    scope: 'person',
    isListed: false,
    role: 'viewer',
    summary: 'Who is on duty in a time of at most 35 days, by default the next four weeks',
    params: byIdSchema,
    query: z.object({ from: isoSchema.optional(), until: isoSchema.optional() }),
    /** `until`: up to when they are listed: there are at most 1,000. */
    output: z.object({ shifts: z.array(shiftSchema), until: isoSchema }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/rotations',
    scope: 'person',
    isListed: false,
    role: 'editor',
    changes: ['rotation', 'created'],
    isRepeatable: true,
    summary: 'Add a rotation of people of the account',
    status: 201,
    body: rotationInputSchema,
    output: rotationAnswerSchema,
    errors: ['too_many_rotations'],
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/rotations/:id',
    scope: 'person',
    isListed: false,
    role: 'editor',
    changes: ['rotation', 'changed'],
    summary: 'Replace a rotation; its overrides stay',
    params: byIdSchema,
    body: rotationInputSchema,
    output: rotationAnswerSchema,
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/rotations/:id',
    scope: 'person',
    isListed: false,
    role: 'editor',
    changes: ['rotation', 'deleted'],
    summary: 'Delete a rotation; its channels get failures at any time again',
    params: byIdSchema,
    output: doneSchema,
  }),
  override: apiCall({
    method: 'post',
    path: '/v1/rotations/:id/overrides',
    scope: 'person',
    isListed: false,
    role: 'viewer',
    rate: MEMBER_MAIL_RATE,
    changes: ['rotation', 'changed'],
    isRepeatable: true,
    summary: 'Take over for a time; editors have others take over or swap. All overrides are stored or none',
    status: 201,
    params: byIdSchema,
    body: z.object({ overrides: z.array(overrideInputSchema).min(1).max(MOST_OVERRIDES_AT_ONCE) }),
    output: rotationAnswerSchema,
  }),
  removeOverride: apiCall({
    method: 'delete',
    path: '/v1/rotations/:id/overrides/:overrideId',
    scope: 'person',
    isListed: false,
    role: 'viewer',
    rate: MEMBER_MAIL_RATE,
    changes: ['rotation', 'changed'],
    summary: 'Remove an override, as a viewer an own one; what has passed of it stays',
    params: byOverrideSchema,
    output: rotationAnswerSchema,
  }),
};
