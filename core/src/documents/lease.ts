import { z } from 'zod';
import { atMsSchema } from '../fields.ts';

/** `leases/{name}`: who does a piece of work now, and until when nobody else begins it. Gone while nobody does. */
export const leaseSchema = z.object({ holder: z.string(), heldUntil: atMsSchema });
export type Lease = z.infer<typeof leaseSchema>;
