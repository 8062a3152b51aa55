import { z } from 'zod';
import { atMsSchema, idSchema } from '../fields.ts';

/** The state of a payment as the provider reports it. */
export const paidStateSchema = z.enum([
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
]);
export type PaidState = z.infer<typeof paidStateSchema>;

/** The state of an order: `created` until the provider reports anything. */
export const orderStateSchema = z.enum(['created', ...paidStateSchema.options]);
export type OrderState = z.infer<typeof orderStateSchema>;

/**
 * `payments/{id}`: an order for a month of a plan, as its owner may read it. One made signed out has no owner until it
 * is claimed. `paidAt` is when it last became finished; `expireAt` is null once money was seen.
 */
export const paymentSchema = z.object({
  ownerId: idSchema.nullable(),
  orderId: z.string(),
  orderDescription: z.string(),
  planName: z.string(),
  amountUsd: z.number().positive(),
  state: orderStateSchema,
  statesSeen: z.array(orderStateSchema).max(orderStateSchema.options.length),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  paidAt: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

/**
 * `payments/{id}/private/record`: the server's part. `paid` is the state of each of the provider's payments for the
 * order, by its id: starting over in another coin makes another. The claim's hash is null if nobody may claim it.
 */
export const paymentRecordSchema = z.object({
  invoiceId: z.string(),
  paid: z.record(z.string(), paidStateSchema),
  claimHash: z.string().nullable(),
  claimUntil: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;
