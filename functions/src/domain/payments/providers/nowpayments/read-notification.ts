import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Deposit, paidStateSchema } from '@farwatch/core/documents/payment';
import { idSchema } from '@farwatch/core/values/fields';
import { z } from 'zod';
import type { RawNotification, ReadNotification } from '../provider.ts';
import { signedForms } from './signed-forms.ts';

const SIGNATURE = 'x-nowpayments-sig';

/**
 * Ids are numbers of up to twenty digits, read as text so that they are not rounded. A digit is required because ids
 * become keys of objects, where names such as `constructor` are reserved.
 */
const providerIdSchema = z.string().regex(/^(?=.*\d)[A-Za-z0-9_-]{1,64}$/);
/** 0 or '' can stand for none. */
const parentIdSchema = z.preprocess((id) => (id === '' || id === '0' ? null : id), providerIdSchema.nullish());
const amountSchema = z.union([
  z.number().nonnegative(),
  z
    .string()
    .regex(/^\d+(\.\d+)?(e[-+]?\d+)?$/i)
    .transform(Number)
    .pipe(z.number().nonnegative()),
]);
/** An amount of money: 0 if missing or invalid, as the provider itself does. The state still counts. */
const sumSchema = amountSchema.catch(0);

/** The fields of an IPN that are needed. */
const ipnSchema = z.object({
  payment_id: providerIdSchema,
  parent_payment_id: parentIdSchema,
  invoice_id: providerIdSchema.nullish(),
  payment_status: paidStateSchema,
  price_amount: amountSchema,
  price_currency: z.string(),
  pay_amount: sumSchema,
  actually_paid: sumSchema,
  actually_paid_at_fiat: sumSchema,
  pay_currency: z.string().max(64).toLowerCase().catch(''),
  order_id: idSchema,
});

/** Reads an IPN. Only the exact text that is signed is trusted. */
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
    state: ipn.payment_status,
    amount: ipn.price_amount,
    currency: ipn.price_currency,
    deposit: depositOf(ipn),
  };
}

/** A deposit to an earlier payment's address is a new payment whose parent is the earlier one. */
function depositOf(ipn: z.infer<typeof ipnSchema>): Deposit {
  const { payment_id, parent_payment_id: parent } = ipn;
  return {
    parentId: parent === undefined || parent === payment_id ? null : parent,
    coin: ipn.pay_currency,
    coinsDue: ipn.pay_amount,
    coinsPaid: ipn.actually_paid,
    priceUsd: ipn.price_amount,
    fiatUsd: ipn.actually_paid_at_fiat,
  };
}

/** Compares in constant time. */
function isSignature(given: Buffer, text: string, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha512', secret).update(text).digest('hex'));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function idsAsText(key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /^((parent_)?payment|invoice|order)_id$/.test(key)
    ? (context?.source ?? value)
    : value;
}
