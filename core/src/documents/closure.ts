import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/**
 * `closures/{accountId}`: the deletion of an account that has started and is not complete. It outlives all other documents of
 * the account, so that an interrupted deletion is continued.
 */
export const closureSchema = z.object({ startedAt: atMsSchema, stuck: stuckSchema.optional() });
export type Closure = z.infer<typeof closureSchema>;

export const closureCollection = declareCollection({
  path: 'closures',
  schema: closureSchema,
  readableBy: 'none',
  noIndex: ['startedAt'],
  indexes: [['stuck']],
  account: 'none',
});
