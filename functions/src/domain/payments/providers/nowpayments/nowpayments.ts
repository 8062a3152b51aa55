import type { PaymentProvider } from '../provider.ts';
import { createInvoice } from './create-invoice.ts';
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
