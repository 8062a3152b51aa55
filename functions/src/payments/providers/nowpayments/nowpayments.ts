import type { PaymentProvider } from '../provider.ts';
import { createInvoice } from './create-invoice.ts';
import { readNotification } from './read-notification.ts';

/** Real keys are longer. A deployment without payments stores a word instead, which must not sign anything. */
const SHORTEST_KEY = 16;

/** NOWPayments by its settings, read for each call: the API's root and the two secrets. */
export function nowPayments(env: NodeJS.ProcessEnv): PaymentProvider {
  return {
    async createInvoice(request) {
      const apiKey = keyOf(env.NOWPAYMENTS_API_KEY);
      if (apiKey === null) return { ok: false, failure: 'payment_failed', technical: 'payments are not set up here' };
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
  return key.length >= SHORTEST_KEY ? key : null;
}
