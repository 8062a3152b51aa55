import { z } from 'zod';
import { orderStateSchema, type Payment } from '../documents/payment.ts';
import type { Plan } from '../documents/user.ts';
import { LIMITS } from '../limits.ts';
import { isoOf, isoSchema, lineSchema } from './parts.ts';

const addressSchema = z.string().max(LIMITS.urlLength);

/** `POST /payment/create`. The plan is known by its price where no name is given. */
export const orderInputSchema = z.object({
  price: z.number().positive('Cart total must be greater than zero.'),
  currency: z.string().regex(/^usd$/i, 'must be USD'),
  orderId: lineSchema.min(1),
  orderDescription: lineSchema,
  successUrl: addressSchema,
  cancelUrl: addressSchema,
  planName: lineSchema.optional(),
});
export type OrderInput = z.infer<typeof orderInputSchema>;

/**
 * Next the payer goes to `invoice_url`. Without a session the answer also has the secret by which the account that next
 * signs in there claims the order (`POST /payments/claim`), until `claim_until`; it is never shown again.
 */
export const orderAnswerSchema = z.object({
  id: z.string(),
  invoice_url: z.string(),
  claim: z.string().nullable(),
  claim_until: isoSchema.nullable(),
});
export type OrderAnswer = z.infer<typeof orderAnswerSchema>;

/** `POST /payments/claim`. */
export const claimInputSchema = z.object({ claim: z.string().regex(/^[A-Za-z0-9]{1,64}\.[A-Za-z0-9_-]{1,64}$/) });

/** The plan as answered, also after it ended; `until` is when it ends. */
export const planAnswerSchema = z.object({
  name: z.string(),
  price: z.number(),
  since: isoSchema,
  until: isoSchema,
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** One order in `GET /payments`. */
export const paymentEntrySchema = z.object({
  id: z.string(),
  orderId: z.string(),
  orderDescription: z.string(),
  planName: z.string(),
  planPrice: z.number(),
  currency: z.literal('USD'),
  status: orderStateSchema,
  createdAt: isoSchema,
  updatedAt: isoSchema,
  paidAt: isoSchema.nullable(),
});
export type PaymentEntry = z.infer<typeof paymentEntrySchema>;

/** A plan as it is answered to its owner, null from null; moments become ISO strings. */
export function planAnswer(plan: Plan | null): PlanAnswer | null {
  return plan && { ...plan, since: isoOf(plan.since), until: isoOf(plan.until) };
}

/** An order as it is answered to its owner; moments become ISO strings. */
export function paymentEntry(id: string, payment: Payment): PaymentEntry {
  const { orderId, orderDescription, planName, amountUsd, state, createdAt, updatedAt, paidAt } = payment;
  return {
    id,
    orderId,
    orderDescription,
    planName,
    planPrice: amountUsd,
    currency: 'USD',
    status: state,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
    paidAt: isoOf(paidAt),
  };
}
