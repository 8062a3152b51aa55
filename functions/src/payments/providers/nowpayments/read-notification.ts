import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PaidState, paidStateSchema } from '@farwatch/core/documents/payment';
import { idSchema } from '@farwatch/core/fields';
import { z } from 'zod';
import type { RawNotification, ReadNotification } from '../provider.ts';
import { signedForms } from './signed-forms.ts';

const SIGNATURE = 'x-nowpayments-sig';

/** Ids are numbers of up to twenty digits, read as text so that they are not rounded. */
const providerIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const amountSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);

/** The fields of an IPN that are needed. */
const ipnSchema = z.object({
  payment_id: providerIdSchema,
  parent_payment_id: providerIdSchema.nullish(),
  invoice_id: providerIdSchema.nullish(),
  payment_status: paidStateSchema,
  price_amount: amountSchema,
  price_currency: z.string(),
  order_id: idSchema,
});

/** Reads an IPN. Only the exact text that was signed is trusted. */
export function readNotification(raw: RawNotification, ipnSecret: string): ReadNotification {
  const given = Buffer.from(raw.header(SIGNATURE) ?? '');
  const signed = signedForms(raw.text).find((form) => isSignature(given, form, ipnSecret));
  if (signed === undefined) return 'forged';
  const read = ipnSchema.safeParse(JSON.parse(signed, idsAsText));
  if (!read.success) return 'unread';
  const ipn = read.data;
  return {
    orderId: ipn.order_id,
    paymentId: ipn.payment_id,
    invoiceId: ipn.invoice_id ?? null,
    state: stateOf(ipn),
    amount: ipn.price_amount,
    currency: ipn.price_currency,
  };
}

/**
 * Money sent later to the same address is a payment of its own, which the provider finishes whatever its sum: it counts
 * as partial, and a person decides on it.
 */
function stateOf({ payment_id, parent_payment_id, payment_status }: z.infer<typeof ipnSchema>): PaidState {
  const isAdded = parent_payment_id != null && parent_payment_id !== payment_id;
  return isAdded && payment_status === 'finished' ? 'partially_paid' : payment_status;
}

/** In constant time. */
function isSignature(given: Buffer, text: string, secret: string): boolean {
  const right = Buffer.from(createHmac('sha512', secret).update(text).digest('hex'));
  return given.length === right.length && timingSafeEqual(given, right);
}

function idsAsText(key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /^((parent_)?payment|invoice|order)_id$/.test(key)
    ? (context?.source ?? value)
    : value;
}
