import { expect, it } from 'vitest';
import { z } from 'zod';
import { addressesFromEnv } from '../src/addresses.ts';
import { makeAccount } from './testing/accounts.ts';
import { callApi } from './testing/call-api.ts';

const { origin, payments } = addressesFromEnv();
const answerSchema = z.object({ id: z.string(), invoice_url: z.string(), claim: z.string() });

/** Through Hosting and the functions runtime, as a browser does it that is signed out. */
async function order(): Promise<z.infer<typeof answerSchema>> {
  const response = await fetch(`${origin}/payment/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      price: 20,
      currency: 'USD',
      orderId: 'Professional-202611201200',
      orderDescription: 'Professional, a month – 每月',
      successUrl: `${origin}/payment-success`,
      cancelUrl: `${origin}/checkout`,
    }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return answerSchema.parse(body);
}

it('an order made signed out is paid on the invoice’s page, claimed, and in force', async () => {
  const { id, invoice_url, claim } = await order();
  expect(invoice_url).toMatch(new RegExp(`^${payments}/invoice/\\d+$`));
  const paid = await fetch(`${invoice_url}/pay`, { method: 'POST', redirect: 'manual' });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${origin}/payment-success`]);
  const account = await makeAccount();
  await callApi(account, 'POST', '/payments/claim', { claim });
  await expect
    .poll(() => callApi(account, 'GET', '/payments'))
    .toMatchObject([{ id, status: 'finished', planPrice: 20 }]);
  await expect
    .poll(() => callApi(account, 'GET', '/settings'))
    .toMatchObject({ plan: { name: 'Professional', price: 20 } });
});

it('what nobody has signed is refused behind Hosting too', async () => {
  const { id } = await order();
  const body = JSON.stringify({ order_id: id, payment_id: 1, payment_status: 'finished', price_amount: 20 });
  const headers = { 'Content-Type': 'application/json', 'x-nowpayments-sig': 'a'.repeat(128) };
  expect((await fetch(`${origin}/payment/ipn`, { method: 'POST', headers, body })).status).toBe(403);
});
