import { z } from 'zod';
import { atMsSchema, countSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `visitorCounts/{id}`: how often something was done that visitors of status pages may do only so often, since the first
 * time within a period that ends at `expireAt`: mails to an address, mails of a page, reports about a page.
 */
export const visitorCountSchema = z.object({ count: countSchema, expireAt: atMsSchema });
export type VisitorCount = z.infer<typeof visitorCountSchema>;

export const visitorCountCollection = declareCollection({
  path: 'visitorCounts',
  schema: visitorCountSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['count'],
  account: 'none',
});
