import { z } from 'zod';
import { ACTIVITY_ACTIONS, ACTIVITY_ACTORS, ACTIVITY_KINDS, ACTIVITY_LIMITS } from '../values/activity.ts';
import { atMsSchema, freeTextSchema, idSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `activity/{id}`: one change of anything of an account, stored in the commit of the change. It never has values. */
export const activitySchema = z.object({
  ownerId: idSchema,
  at: atMsSchema,
  actor: z.enum(ACTIVITY_ACTORS),
  /** The uid of a person or operator, the id of a key; empty for a link. */
  actorId: z.string().max(128),
  actorName: freeTextSchema.max(ACTIVITY_LIMITS.nameLength),
  kind: z.enum(ACTIVITY_KINDS),
  action: z.enum(ACTIVITY_ACTIONS),
  /** The id of what was changed, of several the first one's; empty for settings of the account. */
  subjectId: z.string().max(128),
  subjectName: freeTextSchema.max(ACTIVITY_LIMITS.nameLength),
  /** The API's names of the fields that have changed, or of those that the request had. */
  fields: z.array(z.string().max(100)).max(ACTIVITY_LIMITS.fields),
  /** The address that the request came from. */
  address: z.string().max(64),
  /** The call, such as `post /monitors`. */
  call: z.string().max(100),
  /** The request that made the change, by which its own retries recognise it. */
  requestId: z.string().max(64),
  /** The hash of a request that has an idempotency key, which distinguishes it from another with the same key. */
  requestHash: z.string().max(64).nullable(),
  expireAt: atMsSchema,
});
export type ActivityEntry = z.infer<typeof activitySchema>;

export const activityCollection = declareCollection({
  path: 'activity',
  schema: activitySchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: [
    'action',
    'actorId',
    'actorName',
    'address',
    'at',
    'call',
    'expireAt',
    'fields',
    'requestHash',
    'requestId',
    'subjectId',
    'subjectName',
  ],
  indexes: [
    ['ownerId', 'at desc'],
    ['ownerId', 'actor', 'at desc'],
    ['ownerId', 'kind', 'at desc'],
    ['ownerId', 'actor', 'kind', 'at desc'],
  ],
  account: 'owned',
});
