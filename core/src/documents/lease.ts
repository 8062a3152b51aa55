import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `leases/{name}`: the holder of exclusive work and until when; missing while nobody holds it. */
export const leaseSchema = z.object({ holder: z.string(), heldUntil: atMsSchema });
export type Lease = z.infer<typeof leaseSchema>;

export const leaseCollection = declareCollection({
  path: 'leases',
  schema: leaseSchema,
  readableBy: 'none',
  noIndex: ['heldUntil'],
  account: 'none',
});
