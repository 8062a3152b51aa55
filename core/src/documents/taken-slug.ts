import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `slugs/{slug}`: who has taken it. `ownerHash`: SHA-256 of the owner's id. After its page is deleted, `expireAt` keeps
 * it from others for 90 days. The slugs of a closed account stay taken. `blockedReason`: why an operator has blocked the
 * page that is deleted now, so that its next one is blocked, too; such a slug is kept for years.
 */
export const takenSlugSchema = z.object({
  ownerHash: z.string(),
  expireAt: atMsSchema.nullable(),
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
