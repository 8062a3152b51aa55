import { randomBytes } from 'node:crypto';
import { isoOf } from '@farwatch/core/api/parts';
import { type OrderAnswer, type OrderInput, orderInputSchema } from '@farwatch/core/api/payments';
import type { Payment, PaymentRecord } from '@farwatch/core/documents/payment';
import { PAYMENT } from '@farwatch/core/limits';
import { type Offer, offerOf } from '@farwatch/core/payments/plans';
import { returnUrl } from '@farwatch/core/payments/return-url';
import { ApiError, invalidInput } from '../api/errors.ts';
import { paymentRecords, payments, RECORD_ID } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';
import { newClaim } from './claims.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { isPublicOrigin, notifyUrlOf } from './public-origins.ts';

export type PaymentDeps = { provider: PaymentProvider; env: NodeJS.ProcessEnv };

type Wanted = Pick<OrderInput, 'orderId' | 'orderDescription' | 'successUrl' | 'cancelUrl'> & { offer: Offer };

/**
 * Makes an order and its invoice (docs/architecture.md, Payments). The order is stored once the invoice exists: nobody
 * can pay before that. Throws ApiError: invalid; payment_failed and invoice_missing if the provider makes none.
 */
export async function createOrder(
  run: Run,
  { provider, env }: PaymentDeps,
  ownerId: string | null,
  body: unknown,
): Promise<OrderAnswer> {
  const { offer, orderId, orderDescription, ...urls } = wantedBy(body, env);
  const id = randomBytes(16).toString('hex');
  const description = orderDescription || orderId;
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
      technical_details: invoice.technical,
    });
  const claimUntil = run.nowMs + PAYMENT.claimValidMs;
  const claim = ownerId === null ? newClaim(id) : null;
  const expireAt = run.nowMs + PAYMENT.unpaidKeptMs;
  await store(run, id, newPayment({ orderId, orderDescription, offer }, { ownerId, expireAt, nowMs: run.nowMs }), {
    invoiceId: invoice.invoiceId,
    paid: {},
    claimHash: claim?.claimHash ?? null,
    claimUntil: claim && claimUntil,
    expireAt,
  });
  return {
    id,
    invoice_url: invoice.invoiceUrl,
    claim: claim?.claim ?? null,
    claim_until: claim && isoOf(claimUntil),
  };
}

/** The validated order: the plan, its price, and where the payer returns to. */
function wantedBy(body: unknown, env: NodeJS.ProcessEnv): Wanted {
  const read = orderInputSchema.safeParse(body);
  if (!read.success) throw invalidInput(read.error);
  const { price, planName, orderId, orderDescription } = read.data;
  const offer = offerOf(price, planName);
  if (!offer) throw invalid('price', 'no plan is sold at this price');
  const own = (field: 'successUrl' | 'cancelUrl') => {
    const url = returnUrl(read.data[field], (origin) => isPublicOrigin(origin, env));
    if (url === null) throw invalid(field, 'must be an address of this app');
    return url;
  };
  return { offer, orderId, orderDescription, successUrl: own('successUrl'), cancelUrl: own('cancelUrl') };
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid', { details: [{ path, message }] });
}

function newPayment(
  { orderId, orderDescription, offer }: Pick<Wanted, 'orderId' | 'orderDescription' | 'offer'>,
  { nowMs, ...rest }: { ownerId: string | null; expireAt: number; nowMs: number },
): Payment {
  return {
    ...rest,
    orderId,
    orderDescription,
    planName: offer.name,
    amountUsd: offer.price,
    state: 'created',
    statesSeen: ['created'],
    createdAt: nowMs,
    updatedAt: nowMs,
    paidAt: null,
  };
}

async function store({ db }: Run, id: string, payment: Payment, record: PaymentRecord): Promise<void> {
  const batch = db.batch();
  batch.create(payments.ref(db, id), payments.whole(payment));
  batch.create(paymentRecords.ref(db, RECORD_ID, id), paymentRecords.whole(record));
  await batch.commit();
}
