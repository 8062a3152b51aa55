import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `leases/{name}`: who holds the lease and until when. The document is missing while the lease is free. */
export const leaseSchema = z.object({ holder: z.string(), heldUntil: atMsSchema });
export type Lease = z.infer<typeof leaseSchema>;

export const leaseCollection = declareCollection({
  path: 'leases',
  notExported: 'ends',
  schema: leaseSchema,
  readableBy: 'none',
  noIndex: ['heldUntil'],
  account: 'none',
});
