import { randomBytes } from 'node:crypto';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type OrderAnswer, type OrderInput, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { findOffer, type Offer } from '@farwatch/core/decisions/payments/plans';
import { parseReturnUrl } from '@farwatch/core/decisions/payments/return-url';
import type { Payment, PaymentRecord } from '@farwatch/core/documents/payment';
import { PAYMENT } from '@farwatch/core/values/limits';
import { paymentRecords, payments, RECORD_ID } from '../../platform/db/collections.ts';
import { commitNew } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { ApiError, fieldError } from '../../platform/http/errors.ts';
import { parseInput } from '../../platform/http/route.ts';
import { newClaim } from './claims.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { isPublicOrigin, notifyUrlOf } from './public-origins.ts';

export type PaymentDeps = { provider: PaymentProvider; env: NodeJS.ProcessEnv };

/** A validated order. */
type OrderRequest = Pick<OrderInput, 'orderId' | 'successUrl' | 'cancelUrl'> & { offer: Offer };

/**
 * Creates an invoice and its order. The order is stored after the invoice, since it cannot be paid before the caller
 * gets the invoice's address. Throws ApiError payment_failed or invoice_missing if the provider creates none.
 */
export async function createOrder(
  run: Run,
  { provider, env }: PaymentDeps,
  ownerId: string | null,
  { offer, orderId, ...urls }: OrderRequest,
): Promise<OrderAnswer> {
  const id = randomBytes(16).toString('hex');
  // The browser's description is not trusted on the merchant's invoice.
  const description = `Farwatch ${offer.name}, Monthly subscription`;
  const notifyUrl = notifyUrlOf(env);
  const invoice = await provider.createInvoice({
    orderId: id,
    amountUsd: offer.price,
    description,
    notifyUrl,
    ...urls,
  });
  if (!invoice.ok)
    throw new ApiError(invoice.failure, {
      details: 'Nothing was charged. Please try again in a few minutes.',
      technicalDetails: invoice.technical,
    });
  const claimUntil = run.nowMs + PAYMENT.claimValidMs;
  const claim = ownerId === null ? newClaim(id) : null;
  const expireAt = run.nowMs + PAYMENT.unpaidKeptMs;
  const details = { orderId, orderDescription: description, invoiceUrl: invoice.invoiceUrl, ownerId, expireAt };
  await store(run, id, newPayment(offer, details, run.nowMs), {
    invoiceId: invoice.invoiceId,
    paid: {},
    deposits: {},
    claimHash: claim?.claimHash ?? null,
    claimUntil: claim && claimUntil,
    expireAt,
  });
  return {
    id,
    invoiceUrl: invoice.invoiceUrl,
    claim: claim?.claim ?? null,
    claimUntil: claim && isoOf(claimUntil),
  };
}

/** Validates an order: the plan, its price, and the payer's return addresses. Throws ApiError invalid. */
export function orderRequestOf(body: unknown, env: NodeJS.ProcessEnv): OrderRequest {
  const input = parseInput(paymentCalls.order.body, body);
  const { price, planName, orderId } = input;
  const offer = findOffer(price, planName);
  if (!offer) throw fieldError('price', 'no plan is sold at this price');
  const returnAddress = (field: 'successUrl' | 'cancelUrl') => {
    const url = parseReturnUrl(input[field], (origin) => isPublicOrigin(origin, env));
    if (url === null) throw fieldError(field, 'must be an address of this app');
    return url;
  };
  return { offer, orderId, successUrl: returnAddress('successUrl'), cancelUrl: returnAddress('cancelUrl') };
}

type OrderDetails = Pick<Payment, 'orderId' | 'orderDescription' | 'invoiceUrl' | 'ownerId' | 'expireAt'>;

function newPayment({ name, price }: Offer, details: OrderDetails, nowMs: number): Payment {
  return {
    ...details,
    planName: name,
    amountUsd: price,
    state: 'created',
    statesSeen: ['created'],
    createdAt: nowMs,
    updatedAt: nowMs,
    paidAt: null,
    startsAt: null,
    receivedUsd: 0,
  };
}

async function store({ db }: Run, id: string, payment: Payment, record: PaymentRecord): Promise<void> {
  const batch = db.batch();
  batch.create(payments.ref(db, id), payments.toDocument(payment));
  batch.create(paymentRecords.ref(db, RECORD_ID, id), paymentRecords.toDocument(record));
  await commitNew(batch);
}
