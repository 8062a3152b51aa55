import type { OrderAnswer } from '@farwatch/core/contracts/api/payments';
import { PAYMENT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../api/testing/sign-in.ts';
import { newTestPayments, type TestPayments } from './testing/test-payments.ts';

let project: TestPayments;
let user: TestUser;
let order: OrderAnswer;

beforeAll(async () => {
  project = await newTestPayments();
});
afterAll(() => project.close());
beforeEach(async () => {
  project.api.clock.nowMs += DAY_MS;
  user = await project.api.user();
  order = await project.made(null);
});

const claim = (by: TestUser | null, secret = order.claim) =>
  project.api.call(by, 'POST', '/api/payments/claim', { claim: secret });
const listOf = async (of: TestUser) => (await project.api.call(of, 'GET', '/api/payments')).body;

describe('an order made signed out', () => {
  test('is claimed before it is paid, and the plan comes with the payment', async () => {
    expect(await claim(user)).toMatchObject({ status: 200, body: { id: order.id, status: 'created', planPrice: 25 } });
    expect(await project.plan(user)).toBeNull();
    await project.notify(order, { states: ['finished'] });
    expect(await project.plan(user)).toMatchObject({ name: 'Standard', price: 25 });
  });

  test('is claimed two days after it was paid, and its month starts with the claim', async () => {
    await project.notify(order, { states: ['finished'] });
    const paidAt = project.api.clock.nowMs;
    project.api.clock.nowMs += 2 * DAY_MS;
    expect((await claim(user)).status).toBe(200);
    const plan = await project.plan(user);
    expect(plan).toMatchObject({ name: 'Standard', since: paidAt + 2 * DAY_MS });
    project.api.clock.nowMs += DAY_MS;
    await claim(user);
    expect(await project.plan(user)).toEqual(plan);
    expect(await project.stored(order)).toMatchObject({ payment: { paidAt } });
  });

  test('is claimed while it is being paid', async () => {
    const [answer, statuses] = await Promise.all([
      claim(user),
      project.notify(order, { states: ['confirming', 'finished'] }),
    ]);
    expect([answer.status, statuses]).toEqual([200, [200, 200]]);
    expect(await project.plan(user)).toMatchObject({ name: 'Standard' });
  });

  test('is claimed once: again by the same account it succeeds, by another it is refused', async () => {
    await project.notify(order, { states: ['finished'] });
    expect((await claim(user)).status).toBe(200);
    const plan = await project.plan(user);
    expect((await claim(user)).status).toBe(200);
    expect(await project.plan(user)).toEqual(plan);
    const other = await project.api.user();
    expect(await claim(other)).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
    expect(await project.plan(other)).toBeNull();
  });

  test('by two at once is one’s', async () => {
    const both = [user, await project.api.user()];
    const statuses = await Promise.all(both.map(async (each) => (await claim(each)).status));
    expect(statuses.toSorted()).toEqual([200, 409]);
    const owner = both[statuses.indexOf(200)];
    expect((await project.stored(order)).payment?.ownerId).toBe(owner?.uid);
  });

  test('is refunded after it was claimed', async () => {
    await project.notify(order, { states: ['finished'] });
    await claim(user);
    await project.notify(order, { states: ['refunded'] });
    expect(await project.plan(user)).toBeNull();
  });
});

describe('the state of an unclaimed order', () => {
  const ask = async (secret = order.claim) => {
    const response = await fetch(`${project.origin}/payment/status`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ claim: secret }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test('is returned to a caller with its secret', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: { id: order.id, status: 'created', received: 0 } });
    await project.notify(order, { states: ['partially_paid'] });
    const { invoice_url } = order;
    expect(await ask()).toMatchObject({ body: { status: 'partially_paid', received: 12.5, invoice_url } });
  });

  test('is refused once an account has claimed it, and without the secret', async () => {
    const another = order.claim?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? '';
    expect(await ask(another)).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
    expect((await ask('nothing')).status).toBe(400);
    await claim(user);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'claim_refused' } });
  });
});

describe('is not claimed', () => {
  test('too late', async () => {
    project.api.clock.nowMs += PAYMENT.claimValidMs;
    expect((await claim(user)).status).toBe(409);
    expect((await project.stored(order)).payment?.ownerId).toBeNull();
  });

  test('by an account whose e-mail is unverified', async () => {
    expect(await claim(await project.api.user({ verified: false }))).toMatchObject({ body: { code: 'unverified' } });
    expect((await project.stored(order)).payment?.ownerId).toBeNull();
  });

  test('signed out', async () => expect((await claim(null)).status).toBe(401));

  test.each([
    ['another secret', (own: string) => own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 409],
    ['the order alone', (own: string) => `${own.split('.')[0]}.`, 400],
    ['another order', (own: string) => `${'f'.repeat(32)}.${own.split('.')[1]}`, 409],
    ['a path', () => '../users.x', 400],
    ['nothing', () => '', 400],
  ])('by %s', async (_, secretOf, status) => {
    expect((await claim(user, secretOf(order.claim ?? ''))).status).toBe(status);
    expect((await project.stored(order)).payment?.ownerId).toBeNull();
  });

  test('one that was made signed in', async () => {
    const own = await project.made(await project.api.user());
    expect((await claim(user, `${own.id}.${order.claim?.split('.')[1]}`)).status).toBe(409);
  });
});

describe('an account sees', () => {
  test('its orders, newest first, and no other’s', async () => {
    expect(await listOf(user)).toEqual([]);
    const first = await project.made(user);
    project.api.clock.nowMs += 1000;
    const second = await project.made(user, { price: 20 });
    await project.notify(second, { states: ['finished'] });
    const at = new Date(project.api.clock.nowMs).toISOString();
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
        invoice_url: second.invoice_url,
      },
      expect.objectContaining({ id: first.id, status: 'created', paidAt: null }),
    ]);
    expect(await listOf(await project.api.user())).toEqual([]);
  });

  test('its plan, in the profile while it runs and in the settings for good', async () => {
    const own = await project.made(user);
    await project.notify(own, { states: ['finished'] });
    const since = new Date(project.api.clock.nowMs).toISOString();
    const profile = async () => (await project.api.call(user, 'GET', '/me')).body;
    const settings = async () => (await project.api.call(user, 'GET', '/settings')).body;
    expect(await profile()).toMatchObject({ plan: 'Standard' });
    const plan = { name: 'Standard', price: 25, since, until: expect.stringMatching(/^\d{4}-/) };
    expect(await settings()).toMatchObject({ plan });
    project.api.clock.nowMs += 32 * DAY_MS;
    expect(await profile()).toMatchObject({ plan: null });
    expect(await settings()).toMatchObject({ plan });
  });
});
