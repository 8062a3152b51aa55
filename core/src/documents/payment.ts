import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';

/** `payments/{id}`: an order and how far the provider says it has come; moves forward only (design 7). */
export const paymentSchema = z.object({
  ownerId: idSchema.nullable(),
  orderId: z.string(),
  orderDescription: z.string(),
  planName: z.string(),
  amountUsd: z.number().positive(),
  invoiceId: z.string().nullable(),
  paymentId: z.string().nullable(),
  state: z.enum(['created', 'waiting', 'confirming', 'finished', 'failed', 'expired', 'refunded']),
  statesSeen: z.array(z.string()).max(50),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
});
export type Payment = z.infer<typeof paymentSchema>;
