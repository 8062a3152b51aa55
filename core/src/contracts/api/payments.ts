import { z } from 'zod';
import { orderStateSchema, type Payment } from '../../documents/payment.ts';
import type { Plan } from '../../documents/user.ts';
import { named } from '../../values/api-name.ts';
import { freeTextSchema, lineSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { apiCall } from './call.ts';
import { isoOf, isoSchema } from './parts.ts';

const addressSchema = freeTextSchema.max(LIMITS.urlLength);

/** `POST /payment/create`. Without a name the price identifies the plan. */
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
 * The payer continues at `invoiceUrl`. A signed-out user also gets, this once, a secret with which an account claims
 * the order (`POST /payments/claim`) until `claimUntil`. A missing address is parsed as '', because it has an error of
 * its own.
 */
export const orderAnswerSchema = z.object({
  id: z.string(),
  invoiceUrl: named('invoice_url', z.string().default('')),
  claim: z.string().nullable(),
  claimUntil: isoSchema.nullable(),
});
export type OrderAnswer = z.infer<typeof orderAnswerSchema>;

/** `POST /payments/claim`, and `POST /payment/status`, which returns the order until an account has claimed it. */
export const claimInputSchema = z.object({ claim: z.string().regex(/^[A-Za-z0-9]{1,64}\.[A-Za-z0-9_-]{1,64}$/) });

/** The plan in answers, also after it ended; `until` is when it ends. */
export const planAnswerSchema = z.object({
  name: z.string(),
  price: z.number(),
  since: isoSchema,
  until: isoSchema,
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** One order in `GET /payments`. `received`: the part of the price received; `invoiceUrl`: where to pay, if known. */
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
  received: z.number(),
  invoiceUrl: named('invoice_url', z.string().nullable()),
});
export type PaymentEntry = z.infer<typeof paymentEntrySchema>;

/** Returns a plan for its owner, null from null; times become ISO strings. */
export function planAnswer(plan: Plan | null): PlanAnswer | null {
  return plan && { ...plan, since: isoOf(plan.since), until: isoOf(plan.until) };
}

/** Returns an order for its owner; times become ISO strings. */
export function paymentEntry(id: string, payment: Payment): PaymentEntry {
  const {
    orderId,
    orderDescription,
    planName,
    amountUsd,
    state,
    createdAt,
    updatedAt,
    paidAt,
    receivedUsd,
    invoiceUrl,
  } = payment;
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
    received: receivedUsd,
    invoiceUrl: invoiceUrl,
  };
}

export const paymentCalls = {
  list: apiCall({
    method: 'get',
    path: '/payments',
    scope: 'person',
    role: 'owner',
    summary: 'The orders of the signed-in user, newest first, at most a hundred',
    output: z.array(paymentEntrySchema),
  }),
  claim: apiCall({
    method: 'post',
    path: '/payments/claim',
    scope: 'person',
    role: 'self',
    changes: ['payment', 'claimed'],
    summary: 'Claim an order that was made signed out, by its secret; once, and within its time',
    body: claimInputSchema,
    output: paymentEntrySchema,
    errors: ['claim_refused'],
  }),
  order: apiCall({
    service: 'payment',
    method: 'post',
    path: '/create',
    scope: 'anyone',
    role: 'anyone',
    summary: 'Order a plan, also signed out; it is paid at the invoice URL',
    body: orderInputSchema,
    output: orderAnswerSchema,
    errors: ['payment_failed', 'invoice_missing'],
  }),
  orderStatus: apiCall({
    service: 'payment',
    method: 'post',
    path: '/status',
    scope: 'anyone',
    role: 'anyone',
    summary: 'The state of an unclaimed order that was made signed out, by its secret',
    body: claimInputSchema,
    output: paymentEntrySchema,
    errors: ['claim_refused'],
  }),
};
