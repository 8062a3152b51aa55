import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/**
 * `closures/{accountId}`: the deletion of an account that has started and is not complete. It outlives all other documents of
 * the account, so that an interrupted deletion is continued.
 */
export const closureSchema = z.object({
  startedAt: atMsSchema,
  /** The person who is deleted with their own account; null if its owner keeps their own. Set with the first deletion. */
  personUid: idSchema.nullable().optional(),
  /** What an owner who keeps their own account calls this one, for the mail to them. Set with `personUid`. */
  accountName: z.string().optional(),
  stuck: stuckSchema.optional(),
});
export type Closure = z.infer<typeof closureSchema>;

export const closureCollection = declareCollection({
  path: 'closures',
  schema: closureSchema,
  readableBy: 'none',
  noIndex: ['accountName', 'personUid', 'startedAt'],
  indexes: [['stuck']],
  account: 'none',
});
