import { type OrderAnswer, paymentCalls } from '@farwatch/core/contracts/api/payments';
import { PAYMENT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAnswer } from '../../testing/api/check-answer.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestPayments, type TestPayments } from '../../testing/payments/test-payments.ts';

let setup: TestPayments;
let user: TestUser;
let order: OrderAnswer;

beforeAll(async () => {
  setup = await newTestPayments();
});
afterAll(() => setup.close());
beforeEach(async () => {
  setup.api.clock.nowMs += DAY_MS;
  user = await setup.api.user();
  order = await setup.createOrder(null);
});

const claim = (by: TestUser | null, secret = order.claim) =>
  setup.api.call(by, 'POST', '/api/payments/claim', { claim: secret });
const listOf = async (of: TestUser) => (await setup.api.call(of, 'GET', '/api/payments')).body;

describe('an order created signed out', () => {
  test('can be claimed before it is paid, and the payment grants the plan', async () => {
    expect(await claim(user)).toMatchObject({ status: 200, body: { id: order.id, status: 'created', planPrice: 25 } });
    expect(await setup.readPlan(user)).toBeNull();
    await setup.notify(order, { states: ['finished'] });
    expect(await setup.readPlan(user)).toMatchObject({ name: 'Standard', price: 25 });
  });

  test('can be claimed two days after it was paid, and its month starts with the claim', async () => {
    await setup.notify(order, { states: ['finished'] });
    const paidAt = setup.api.clock.nowMs;
    setup.api.clock.nowMs += 2 * DAY_MS;
    expect((await claim(user)).status).toBe(200);
    const plan = await setup.readPlan(user);
    expect(plan).toMatchObject({ name: 'Standard', since: paidAt + 2 * DAY_MS });
    setup.api.clock.nowMs += DAY_MS;
    await claim(user);
    expect(await setup.readPlan(user)).toEqual(plan);
    expect(await setup.readOrder(order)).toMatchObject({ payment: { paidAt } });
  });

  test('can be claimed while it is being paid', async () => {
    const [answer, statuses] = await Promise.all([
      claim(user),
      setup.notify(order, { states: ['confirming', 'finished'] }),
    ]);
    expect([answer.status, statuses]).toEqual([200, [200, 200]]);
    expect(await setup.readPlan(user)).toMatchObject({ name: 'Standard' });
  });

  test('can be claimed again by the same account but not by another', async () => {
    await setup.notify(order, { states: ['finished'] });
    expect((await claim(user)).status).toBe(200);
    const plan = await setup.readPlan(user);
    expect((await claim(user)).status).toBe(200);
    expect(await setup.readPlan(user)).toEqual(plan);
    const other = await setup.api.user();
    expect(await claim(other)).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
    expect(await setup.readPlan(other)).toBeNull();
  });

  test('belongs to one of two simultaneous claimants', async () => {
    const both = [user, await setup.api.user()];
    const statuses = await Promise.all(both.map(async (each) => (await claim(each)).status));
    expect(statuses.toSorted()).toEqual([200, 409]);
    const owner = both[statuses.indexOf(200)];
    expect((await setup.readOrder(order)).payment?.ownerId).toBe(owner?.uid);
  });

  test('can be refunded after it was claimed', async () => {
    await setup.notify(order, { states: ['finished'] });
    await claim(user);
    await setup.notify(order, { states: ['refunded'] });
    expect(await setup.readPlan(user)).toBeNull();
  });
});

describe('the state of an unclaimed order', () => {
  const readStatus = async (secret = order.claim) => {
    const response = await fetch(`${setup.origin}/payment/status`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ claim: secret }),
    });
    const { status } = response;
    return { status, body: checkAnswer(paymentCalls.orderStatus, { status, body: await response.json() }) };
  };

  test('is returned to a caller with its secret', async () => {
    expect(await readStatus()).toMatchObject({ status: 200, body: { id: order.id, status: 'created', received: 0 } });
    await setup.notify(order, { states: ['partially_paid'] });
    const { invoiceUrl } = order;
    expect(await readStatus()).toMatchObject({ body: { status: 'partially_paid', received: 12.5, invoiceUrl } });
  });

  test('is refused once an account has claimed it, and without the secret', async () => {
    const another = order.claim?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? '';
    expect(await readStatus(another)).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
    expect((await readStatus('nothing')).status).toBe(400);
    await claim(user);
    expect(await readStatus()).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
  });
});

describe('is not claimed', () => {
  test('too late', async () => {
    setup.api.clock.nowMs += PAYMENT.claimValidMs;
    expect((await claim(user)).status).toBe(409);
    expect((await setup.readOrder(order)).payment?.ownerId).toBeNull();
  });

  test('by an account whose email is unverified', async () => {
    expect(await claim(await setup.api.user({ verified: false }))).toMatchObject({ body: { code: 'unverified' } });
    expect((await setup.readOrder(order)).payment?.ownerId).toBeNull();
  });

  test('signed out', async () => expect((await claim(null)).status).toBe(401));

  test.each([
    ['another secret', (own: string) => own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 409],
    ['only the order', (own: string) => `${own.split('.')[0]}.`, 400],
    ['another order', (own: string) => `${'f'.repeat(32)}.${own.split('.')[1]}`, 409],
    ['a path', () => '../users.x', 400],
    ['nothing', () => '', 400],
  ])('by %s', async (_, secretOf, status) => {
    expect((await claim(user, secretOf(order.claim ?? ''))).status).toBe(status);
    expect((await setup.readOrder(order)).payment?.ownerId).toBeNull();
  });

  test('an order created signed in', async () => {
    const own = await setup.createOrder(await setup.api.user());
    expect((await claim(user, `${own.id}.${order.claim?.split('.')[1]}`)).status).toBe(409);
  });
});

describe('an account gets', () => {
  test('its orders, newest first, and no other’s', async () => {
    expect(await listOf(user)).toEqual([]);
    const first = await setup.createOrder(user);
    setup.api.clock.nowMs += 1000;
    const second = await setup.createOrder(user, { price: 20 });
    await setup.notify(second, { states: ['finished'] });
    const at = new Date(setup.api.clock.nowMs).toISOString();
    expect(await listOf(user)).toEqual([
      {
        id: second.id,
        orderId: 'Standard-202611201200',
        orderDescription: 'Farwatch Professional, Monthly subscription',
        planName: 'Professional',
        planPrice: 20,
        currency: 'USD',
        status: 'finished',
        createdAt: at,
        updatedAt: at,
        paidAt: at,
        received: 20,
        invoiceUrl: second.invoiceUrl,
      },
      expect.objectContaining({ id: first.id, status: 'created', paidAt: null }),
    ]);
    expect(await listOf(await setup.api.user())).toEqual([]);
  });

  test('its plan, in the profile while it runs and in the settings permanently', async () => {
    const own = await setup.createOrder(user);
    await setup.notify(own, { states: ['finished'] });
    const since = new Date(setup.api.clock.nowMs).toISOString();
    const profile = async () => (await setup.api.call(user, 'GET', '/me')).body;
    const settings = async () => (await setup.api.call(user, 'GET', '/settings')).body;
    expect(await profile()).toMatchObject({ plan: 'Standard' });
    const plan = { name: 'Standard', price: 25, since, until: expect.stringMatching(/^\d{4}-/) };
    expect(await settings()).toMatchObject({ plan });
    setup.api.clock.nowMs += 32 * DAY_MS;
    expect(await profile()).toMatchObject({ plan: null });
    expect(await settings()).toMatchObject({ plan });
  });
});
