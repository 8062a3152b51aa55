import { PAYMENT } from '@farwatch/core/values/limits';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agentIdToken } from '../../testing/api/sign-in.ts';
import { faultsLeft, injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { newTestPayments, type TestPayments } from '../../testing/payments/test-payments.ts';
import { T0 } from '../../testing/test-project.ts';

let setup: TestPayments;

beforeAll(async () => {
  setup = await newTestPayments();
});
afterAll(() => setup.close());
afterEach(() => setup.setProviderMode({ mode: 'ok' }));

const orders = async () => (await setup.api.project.run(T0).db.collection('payments').get()).size;
/** A new address each time, so that orders of other tests do not count. */
let lastAddress = 0;
function newAddress(): Record<string, string> {
  lastAddress += 1;
  return { 'X-Forwarded-For': `203.0.113.1, 192.0.${Math.floor(lastAddress / 250)}.${lastAddress % 250}` };
}

describe('an order', () => {
  test('created signed in belongs to the account and has an invoice at the provider', async () => {
    const user = await setup.api.user();
    const order = await setup.createOrder(user, { planName: 'Professional', price: 20 });
    expect(order).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      invoiceUrl: expect.stringMatching(/\/invoice\/\d+$/),
      claim: null,
      claimUntil: null,
    });
    const { payment, record } = await setup.readOrder(order);
    expect(payment).toEqual({
      ownerId: user.uid,
      orderId: 'Standard-202611201200',
      orderDescription: 'Farwatch Professional, Monthly subscription',
      planName: 'Professional',
      amountUsd: 20,
      state: 'created',
      statesSeen: ['created'],
      createdAt: T0,
      updatedAt: T0,
      paidAt: null,
      startsAt: null,
      receivedUsd: 0,
      invoiceUrl: order.invoiceUrl,
      expireAt: T0 + PAYMENT.unpaidKeptMs,
    });
    expect(record).toMatchObject({ paid: {}, claimHash: null, claimUntil: null, expireAt: T0 + PAYMENT.unpaidKeptMs });
    expect(order.invoiceUrl).toMatch(new RegExp(`/${record?.invoiceId}$`));
  });

  test('is created once if the answer to its commit is lost', async () => {
    await resetProxy();
    await injectFault({ fault: 'lose', method: 'Commit', touching: '/payments/' });
    const before = await orders();
    const order = await setup.createOrder(null);
    expect(await faultsLeft()).toEqual([]);
    expect((await setup.readOrder(order)).payment?.state).toBe('created');
    expect(await orders()).toBe(before + 1);
  });

  test('created signed out has no owner and a claim secret that is not stored', async () => {
    const order = await setup.createOrder(null);
    expect(order.claim).toMatch(new RegExp(`^${order.id}\\.[\\w-]{43}$`));
    expect(order.claimUntil).toBe(new Date(T0 + PAYMENT.claimValidMs).toISOString());
    const stored = await setup.readOrder(order);
    expect(stored.payment?.ownerId).toBeNull();
    expect(stored.record?.claimUntil).toBe(T0 + PAYMENT.claimValidMs);
    expect(JSON.stringify(stored)).not.toContain(order.claim?.split('.')[1]);
    expect(JSON.stringify(stored.payment)).not.toContain(stored.record?.claimHash);
  });

  test('has a fixed text on the invoice', async () => {
    const { invoiceUrl } = await setup.createOrder(null, {
      orderDescription: 'Pay to another',
      orderId: 'Free of charge',
    });
    const page = await (await fetch(invoiceUrl)).text();
    expect(page).toContain('Farwatch Standard, Monthly subscription');
    expect(page).not.toMatch(/another|Free/);
  });

  test('of an account with an unverified email can be claimed later', async () => {
    const order = await setup.createOrder(await setup.api.user({ verified: false }));
    expect(order.claim).not.toBeNull();
    expect((await setup.readOrder(order)).payment?.ownerId).toBeNull();
  });

  test.each([
    ['10 is Standard', { price: 10 }, 'Standard', 10],
    ['20 is Professional', { price: 20 }, 'Professional', 20],
    ['25 is Standard', { price: 25, currency: 'usd' }, 'Standard', 25],
  ])('%s', async (_, changes, planName, amountUsd) => {
    const { body } = await setup.requestOrder(null, changes, newAddress());
    expect((await setup.readOrder(body as never)).payment).toMatchObject({ planName, amountUsd });
  });
});

describe('is refused', () => {
  const cases: [string, object, string][] = [
    ['a price of nothing', { price: 0 }, 'price'],
    ['a price as text', { price: '25' }, 'price'],
    ['a little less', { price: 24.999999999 }, 'price'],
    ['a plan at another’s price', { price: 10, planName: 'Professional' }, 'price'],
    ['an unknown plan', { planName: 'Free' }, 'price'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['a long order', { orderId: 'x'.repeat(201) }, 'orderId'],
    ['a description with a break', { orderDescription: 'a\u0000b' }, 'orderDescription'],
    ['a foreign success URL', { successUrl: 'https://evil.test/payment-success' }, 'successUrl'],
    ['a foreign cancel URL', { cancelUrl: 'https://acme.web.app@evil.test/' }, 'cancelUrl'],
    ['a script', { cancelUrl: 'javascript:alert(1)' }, 'cancelUrl'],
    ['a local URL, which only the emulators allow', { successUrl: 'http://localhost:1/' }, 'successUrl'],
  ];
  test.each(cases)('%s', async (_, changes, path) => {
    const before = await orders();
    const answer = await setup.requestOrder(null, { ...changes }, newAddress());
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', details: [{ path }] } });
    expect(await orders()).toBe(before);
  });

  test('an empty order, with the checkout’s message', async () => {
    const { body } = await setup.requestOrder(null, { price: 0 }, newAddress());
    expect(body).toMatchObject({ details: [{ message: 'Cart total must be greater than zero.' }] });
  });

  test.each(['Bearer abc', 'Bearer null', ''])('an invalid token: "%s"', async (Authorization) => {
    expect(await setup.requestOrder(null, {}, { ...newAddress(), Authorization })).toMatchObject({ status: 401 });
  });

  test('an agent', async () => {
    const token = await agentIdToken(setup.api.auth, 'agent1');
    expect(await setup.requestOrder({ uid: '', email: '', token })).toMatchObject({ status: 403 });
  });

  test.each([
    ['GET', '/payment/create'],
    ['POST', '/payment/nothing'],
    ['POST', '/'],
  ])('%s %s', async (method, path) => expect((await fetch(`${setup.origin}${path}`, { method })).status).toBe(404));
});

describe('if the provider', () => {
  test.each([
    ['answers 500', { mode: 'error' }, 'payment_failed', 'An unknown checkout error occurred.', '500'],
    ['hangs', { mode: 'hang' }, 'payment_failed', 'An unknown checkout error occurred.', 'in time'],
    [
      'omits the address',
      { mode: 'no_url' },
      'invoice_missing',
      'Failed to retrieve invoice URL from the server.',
      'no payment address',
    ],
  ])('%s', async (_, mode, code, error, technical) => {
    await setup.setProviderMode(mode);
    const before = await orders();
    expect(await setup.requestOrder(null, {}, newAddress())).toEqual({
      status: 502,
      body: {
        error,
        code,
        details: 'Nothing was charged. Please try again in a few minutes.',
        technicalDetails: expect.stringContaining(technical),
      },
    });
    expect(await orders()).toBe(before);
  });

  test.each([
    ['cannot be reached', { NOWPAYMENTS_API_ROOT: 'http://127.0.0.1:9' }, 'cannot be reached'],
    ['does not know the key', { NOWPAYMENTS_API_KEY: 'a key that is long enough' }, '403'],
    ['is not set up', { NOWPAYMENTS_API_KEY: 'none' }, 'not set up'],
  ])('%s', async (_, changes, technical) => {
    const before = { ...setup.env };
    Object.assign(setup.env, changes);
    const answer = await setup.requestOrder(null, {}, newAddress());
    Object.assign(setup.env, before);
    expect(answer).toMatchObject({ status: 502, body: { code: 'payment_failed' } });
    expect(JSON.stringify(answer.body)).toContain(technical);
    expect(JSON.stringify(answer.body)).not.toContain('long enough');
  });

  test('is slow, the order waits for it', async () => {
    await setup.setProviderMode({ mode: 'ok', delay_ms: 300, times: 1 });
    expect((await setup.requestOrder(null, {}, newAddress())).status).toBe(200);
  });
});

describe('too many orders', () => {
  test('from one address, but not from another', async () => {
    const [busy, other] = [newAddress(), newAddress()];
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async () => (await setup.requestOrder(null, {}, busy)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await setup.requestOrder(null, {}, other)).status).toBe(200);
    setup.api.clock.nowMs += 30_000;
    expect((await setup.requestOrder(null, {}, busy)).status).toBe(200);
    expect(await setup.requestOrder(null, {}, busy)).toMatchObject({ status: 429, body: { retryAfter: 30 } });
  });

  test('from one address, whatever address it claims', async () => {
    const { 'X-Forwarded-For': own = '' } = newAddress();
    const orderStatus = async (_: unknown, index: number) =>
      (await setup.requestOrder(null, {}, { 'X-Forwarded-For': `10.1.${index}.1, ${own}` })).status;
    const statuses = await Promise.all(Array.from({ length: 22 }, orderStatus));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('from one visitor through Hosting, but not from another', async () => {
    const hosting = newAddress();
    const orderStatus = (visitor: string) => setup.requestOrder(null, {}, { ...hosting, 'Fastly-Client-IP': visitor });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await orderStatus('192.0.2.1')).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect((await orderStatus('192.0.2.2')).status).toBe(200);
    expect((await orderStatus('2001:db8::1')).status).toBe(200);
  });

  test('from one address that forges visitors', async () => {
    setup.api.clock.nowMs += 3_600_000;
    const own = newAddress();
    const orderStatus = async (_: unknown, index: number) =>
      (await setup.requestOrder(null, {}, { ...own, 'Fastly-Client-IP': `10.2.${index}.1` })).status;
    const statuses = await Promise.all(Array.from({ length: 102 }, orderStatus));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    setup.api.clock.nowMs += 3_600_000;
  });

  test('of one account from any address, but not of another', async () => {
    const [busy, other] = await Promise.all([setup.api.user(), setup.api.user()]);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await setup.requestOrder(busy, {}, newAddress())).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect((await setup.requestOrder(other)).status).toBe(200);
  });

  test('from many addresses, not counting invalid orders', async () => {
    setup.api.clock.nowMs += 3_600_000;
    const orderStatus = (price: number) => async (_: unknown, index: number) =>
      (await setup.requestOrder(null, { price }, { 'X-Forwarded-For': `10.${price}.${index}.1` })).status;
    const invalid = await Promise.all(Array.from({ length: 201 }, orderStatus(0)));
    expect(new Set(invalid)).toEqual(new Set([400]));
    const statuses = await Promise.all(Array.from({ length: 201 }, orderStatus(25)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    setup.api.clock.nowMs += 3_600_000;
  });
});
