import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { paymentSecrets } from '../project.ts';
import type { Invoice, Invoices, Sent } from './invoices.ts';

const SECRET = paymentSecrets.NOWPAYMENTS_IPN_SECRET;

/** The notifications for an invoice, in this order, and their errors. */
export const notifySchema = z.strictObject({
  states: z.array(z.string()).min(1).max(20),
  /** How often each is sent. */
  repeat: z.number().int().min(1).max(20).default(1),
  /** All at the same time. */
  at_once: z.boolean().default(false),
  delay_ms: z.number().int().min(0).max(60_000).default(0),
  /** Money sent later to the same address: a separate payment, which names the invoice's as its parent. */
  added: z.boolean().default(false),
  /** The part of the price that was paid: by default all, or half of a payment that is partly paid. */
  share: z.number().min(0).max(1).optional(),
  signature: z.enum(['right', 'wrong', 'none']).default('right'),
  /** Replaced fields, with a valid signature. */
  changes: z.record(z.string(), z.json()).default({}),
  /** Fields changed after the signature. */
  forged: z.record(z.string(), z.json()).default({}),
});
export type Notify = z.infer<typeof notifySchema>;

/** The payment in a notification: the invoice's own, or money that was added to its parent. */
type Payment = { payment_id: number; parent_payment_id: number | null; share: number | undefined };

/** Sends the notifications and returns the answer to each. */
export async function notify(invoices: Invoices, invoice: Invoice, input: Notify): Promise<Sent[]> {
  const added = input.added ? invoices.nextPayment() : null;
  const states = input.states.flatMap((state) => Array.from({ length: input.repeat }, () => state));
  const paymentOf = (): Payment => {
    const own = invoices.payment(invoice);
    const ids = { payment_id: added ?? own, parent_payment_id: added === null ? null : own };
    return { ...ids, share: input.share };
  };
  if (!input.at_once) {
    const sent: Sent[] = [];
    for (const state of states) sent.push(await send(paymentOf(), invoice, state, input));
    return sent;
  }
  return Promise.all(states.map((state) => send(paymentOf(), invoice, state, input)));
}

async function send(payment: Payment, invoice: Invoice, state: string, input: Notify): Promise<Sent> {
  const { share = state === 'partially_paid' ? 0.5 : 1 } = payment;
  if (payment.parent_payment_id === null) invoice.state = state;
  if (state === 'partially_paid') invoice.paid_share = share;
  const body = { ...bodyOf(invoice, { ...payment, share }, state), ...input.changes };
  const signature = signatureOf(body, input.signature);
  if (input.delay_ms > 0) await sleep(input.delay_ms);
  const response = await fetch(invoice.ipn_callback_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'x-nowpayments-sig': signature }) },
    body: JSON.stringify({ ...body, ...input.forged }),
  });
  await response.arrayBuffer();
  const sent = { payment_id: Number(body.payment_id), payment_status: state, status: response.status };
  invoice.sent.push(sent);
  return sent;
}

/** Formats the body as NOWPayments sends it: keys in no order, ids as numbers. */
function bodyOf(invoice: Invoice, { payment_id, parent_payment_id, share }: Required<Payment>, payment_status: string) {
  const { price_amount, price_currency, order_id, order_description } = invoice;
  const coin = price_amount / 60_000;
  const part = share ?? 1;
  return {
    payment_id,
    parent_payment_id,
    invoice_id: Number(invoice.id),
    payment_status,
    pay_address: 'bc1qstandin0000000000000000000000000000000',
    payin_extra_id: null,
    price_amount,
    price_currency,
    pay_amount: coin,
    actually_paid: coin * part,
    actually_paid_at_fiat: price_amount * part,
    pay_currency: 'btc',
    order_id,
    order_description,
    purchase_id: String(payment_id),
    outcome_amount: coin * part * 0.99,
    outcome_currency: 'btc',
    payment_extra_ids: null,
    fee: { currency: 'btc', depositFee: 0.000001, withdrawalFee: 0, serviceFee: 0 },
  };
}

function signatureOf(body: unknown, kind: Notify['signature']): string | null {
  if (kind === 'none') return null;
  const secret = kind === 'wrong' ? `not ${SECRET}` : SECRET;
  return createHmac('sha512', secret)
    .update(JSON.stringify(withSortedKeys(body)))
    .digest('hex');
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, withSortedKeys(each)]));
}
