import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `slugs/{slug}`: who has taken it. The slugs of a closed account stay taken. */
export const takenSlugSchema = z.object({
  /** The SHA-256 of the owner's id. */
  ownerHash: z.string(),
  /** After its page is deleted, the slug is kept from other owners for 90 days. */
  expireAt: atMsSchema.nullable(),
  /**
   * Why an operator blocked the page that is now deleted, so that the next page with this slug is blocked, too. Such a
   * slug is kept for years.
   */
  blockedReason: z.string().nullable().default(null),
});
export type TakenSlug = z.infer<typeof takenSlugSchema>;

export const takenSlugCollection = declareCollection({
  path: 'slugs',
  schema: takenSlugSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['blockedReason', 'ownerHash'],
  account: 'none',
});
