import { PAYMENT } from '@farwatch/core/values/limits';
import { z } from 'zod';
import type { InvoiceRequest, InvoiceResult, PaymentProvider } from '../provider.ts';
import { readNotification } from './read-notification.ts';

/** Real keys are longer. A deployment without payments stores a placeholder, which must not sign anything. */
const MIN_KEY_LENGTH = 16;

/** NOWPayments; its API root and secrets are read from `env` for each call. */
export function nowPayments(env: NodeJS.ProcessEnv): PaymentProvider {
  return {
    async createInvoice(request) {
      const apiKey = keyOf(env.NOWPAYMENTS_API_KEY);
      // Without the secret, all notifications are refused, and a payment would start no plan.
      const isReady = apiKey !== null && keyOf(env.NOWPAYMENTS_IPN_SECRET) !== null;
      if (!isReady) return { ok: false, failure: 'payment_failed', technical: 'payments are not set up here' };
      return createInvoice(request, { apiRoot: env.NOWPAYMENTS_API_ROOT || 'https://api.nowpayments.io', apiKey });
    },
    readNotification(raw) {
      const secret = keyOf(env.NOWPAYMENTS_IPN_SECRET);
      return secret === null ? 'forged' : readNotification(raw, secret);
    },
  };
}

function keyOf(value = ''): string | null {
  const key = value.trim();
  return key.length >= MIN_KEY_LENGTH ? key : null;
}

const idSchema = z.union([z.string().min(1).max(64), z.number().transform(String)]);
const invoiceSchema = z.object({ id: idSchema, invoice_url: z.url({ protocol: /^https?$/ }) });

/** The API's address and our key for it. */
type Access = { apiRoot: string; apiKey: string };

/** Requests an invoice once and waits at most eight seconds. */
async function createInvoice(
  request: InvoiceRequest,
  { apiRoot, apiKey }: Access,
  timeoutMs: number = PAYMENT.providerTimeoutMs,
): Promise<InvoiceResult> {
  try {
    const response = await fetch(`${apiRoot}/v1/invoice`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(bodyOf(request)),
      // A redirect would send the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return failed(`the payment provider answered ${response.status}`);
    return invoiceOf(await response.json());
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return failed(isLate ? 'the payment provider did not answer in time' : 'the payment provider cannot be reached');
  }
}

function bodyOf({ orderId, amountUsd, description, notifyUrl, successUrl, cancelUrl }: InvoiceRequest) {
  return {
    price_amount: amountUsd,
    price_currency: 'usd',
    order_id: orderId,
    order_description: description,
    ipn_callback_url: notifyUrl,
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

function invoiceOf(answer: unknown): InvoiceResult {
  const read = invoiceSchema.safeParse(answer);
  if (read.success) return { ok: true, invoiceId: read.data.id, invoiceUrl: read.data.invoice_url };
  return { ok: false, failure: 'invoice_missing', technical: 'the payment provider sent no payment address' };
}

function failed(technical: string): InvoiceResult {
  return { ok: false, failure: 'payment_failed', technical };
}
