import { z } from 'zod';
import { atMsSchema } from '../fields.ts';
import { declareCollection } from './collection.ts';

/** `leases/{name}`: who does a piece of work now, and until when nobody else begins it. Gone while nobody does. */
export const leaseSchema = z.object({ holder: z.string(), heldUntil: atMsSchema });
export type Lease = z.infer<typeof leaseSchema>;

export const leaseCollection = declareCollection({
  path: 'leases',
  schema: leaseSchema,
  readableBy: 'none',
  noIndex: ['heldUntil'],
  account: 'none',
});
