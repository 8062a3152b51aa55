import { expect, it } from 'vitest';
import { nowPayments } from './nowpayments.ts';

const env = {
  NOWPAYMENTS_API_ROOT: 'http://127.0.0.1:9',
  NOWPAYMENTS_API_KEY: 'a-key-that-is-long-enough',
  NOWPAYMENTS_IPN_SECRET: 'a-secret-that-is-long-enough',
};
const request = {
  orderId: 'order',
  amountUsd: 5,
  description: 'Plus',
  notifyUrl: 'https://farwatch.test/payment/ipn',
  successUrl: 'https://farwatch.test/paid',
  cancelUrl: 'https://farwatch.test/cancelled',
};

it.each([
  ['with both', {}, 'the payment provider cannot be reached'],
  ['not without the key', { NOWPAYMENTS_API_KEY: 'none' }, 'payments are not set up here'],
  // A payment would be taken, and its notification refused.
  ['not without the secret of notifications', { NOWPAYMENTS_IPN_SECRET: 'none' }, 'payments are not set up here'],
])('requests an invoice %s', async (_, changes, technical) => {
  expect(await nowPayments({ ...env, ...changes }).createInvoice(request)).toMatchObject({ ok: false, technical });
});
