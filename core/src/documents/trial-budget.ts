import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { bucketSchema } from '../values/token-bucket.ts';
import { declareCollection } from './collection.ts';

/**
 * `trialBudgets/{accountId}`: how many more trials an account may make now, and today. The document is missing before the
 * first trial.
 */
export const trialBudgetSchema = z.object({ minute: bucketSchema, day: bucketSchema, expireAt: atMsSchema });
export type TrialBudget = z.infer<typeof trialBudgetSchema>;

export const trialBudgetCollection = declareCollection({
  path: 'trialBudgets',
  notExported: 'ends',
  schema: trialBudgetSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['day', 'minute'],
  account: { ids: (accountId) => [accountId] },
});
