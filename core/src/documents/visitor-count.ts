import { z } from 'zod';
import { atMsSchema, countSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `visitorCounts/{id}`: how often visitors of status pages have done something that is limited, within a period that
 * ends at `expireAt`: mails to an address, mails of a page, reports about a page.
 */
export const visitorCountSchema = z.object({ count: countSchema, expireAt: atMsSchema });
export type VisitorCount = z.infer<typeof visitorCountSchema>;

export const visitorCountCollection = declareCollection({
  path: 'visitorCounts',
  notExported: 'ends',
  schema: visitorCountSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['count'],
  account: 'none',
});
