import type { OrderAnswer } from '@farwatch/core/contracts/api/payments';
import { PAYMENT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../api/testing/sign-in.ts';
import { putOrder } from './testing/orders.ts';
import { newTestPayments, type TestPayments } from './testing/test-payments.ts';

let project: TestPayments;
let user: TestUser;
let order: OrderAnswer;

beforeAll(async () => {
  project = await newTestPayments();
});
afterAll(() => project.close());
beforeEach(async () => {
  user = await project.api.user();
  order = await project.made(user);
});

const notify = (...states: string[]) => project.notify(order, { states });
const stateOf = async (made = order) => (await project.stored(made)).payment?.state;

describe('a payment', () => {
  test('grants the plan for a month once it is finished, not before', async () => {
    for (const state of ['waiting', 'confirming', 'confirmed', 'sending', 'partially_paid']) {
      expect(await notify(state)).toEqual([200]);
      expect([await stateOf(), await project.plan(user)]).toEqual([state, null]);
    }
    project.api.clock.nowMs += 1000;
    const since = project.api.clock.nowMs;
    expect(await notify('finished')).toEqual([200]);
    const until = new Date(since);
    until.setUTCMonth(until.getUTCMonth() + 1);
    expect(await project.plan(user)).toEqual({ name: 'Standard', price: 25, since, until: until.getTime() });
    expect(await project.stored(order)).toMatchObject({
      payment: { state: 'finished', paidAt: since, expireAt: null },
      record: { expireAt: null },
    });
  });

  test.each([
    [['finished', 'confirming', 'waiting'], 'finished', true],
    [['finished', 'failed', 'expired'], 'finished', true],
    [['finished', 'refunded'], 'refunded', false],
    [['finished', 'refunded', 'finished'], 'refunded', false],
    [['refunded', 'finished'], 'refunded', false],
    [['confirming', 'partially_paid'], 'partially_paid', false],
    [['partially_paid', 'refunded'], 'refunded', false],
    [['waiting', 'failed'], 'failed', false],
    [['waiting', 'expired'], 'expired', false],
    [['failed', 'finished'], 'finished', true],
  ])('%j is %s, with the plan: %s', async (states, state, hasPlan) => {
    expect(await notify(...states)).toEqual(states.map(() => 200));
    expect([await stateOf(), (await project.plan(user)) !== null]).toEqual([state, hasPlan]);
  });

  test('notified again and again, and days later, gives one month', async () => {
    await notify('finished');
    const plan = await project.plan(user);
    project.api.clock.nowMs += 3 * DAY_MS;
    expect(await project.notify(order, { states: ['finished', 'confirming'], repeat: 3 })).toEqual(Array(6).fill(200));
    expect(await project.plan(user)).toEqual(plan);
  });

  test('notified many times at once, in every state, gives one month', async () => {
    const states = ['confirming', 'finished', 'sending', 'finished'];
    expect(await project.notify(order, { states, repeat: 2, at_once: true })).toEqual(Array(8).fill(200));
    expect(await stateOf()).toBe('finished');
    const plan = await project.plan(user);
    expect(plan && plan.until - plan.since).toBeLessThanOrEqual(31 * DAY_MS);
  });

  test('never ends by its time once money was seen', async () => {
    await notify('waiting', 'expired');
    expect((await project.stored(order)).payment?.expireAt).toBeGreaterThan(project.api.clock.nowMs);
    await notify('partially_paid');
    expect(await project.stored(order)).toMatchObject({ payment: { expireAt: null }, record: { expireAt: null } });
  });
});

describe('money that is added to a payment', () => {
  const part = { states: ['confirming', 'partially_paid'], share: 0.6 };
  const rest = { states: ['confirming', 'finished'], added: true, share: 0.4 };

  test('makes the order whole, and grants the plan, once and for a month', async () => {
    await project.notify(order, part);
    expect([await stateOf(), await project.plan(user)]).toEqual(['partially_paid', null]);
    expect((await project.stored(order)).payment?.receivedUsd).toBe(15);
    project.api.clock.nowMs += 1000;
    expect(await project.notify(order, { ...rest, repeat: 2 })).toEqual(Array(4).fill(200));
    expect(await stateOf()).toBe('finished');
    expect(await project.plan(user)).toMatchObject({ name: 'Standard', since: project.api.clock.nowMs });
    const plan = await project.plan(user);
    project.api.clock.nowMs += DAY_MS;
    await project.notify(order, { states: ['finished'], added: true, share: 0.4 });
    expect(await project.plan(user)).toEqual(plan);
  });

  test('may be notified before the payment that it was added to', async () => {
    await project.notify(order, { ...rest, share: 1 });
    expect([await stateOf(), await project.plan(user)]).toEqual(['partially_paid', null]);
    await project.notify(order, part);
    expect([await stateOf(), (await project.plan(user)) !== null]).toEqual(['finished', true]);
  });

  test('notified at once with the payment and again, is counted once', async () => {
    await Promise.all([project.notify(order, part), project.notify(order, { ...rest, repeat: 3, at_once: true })]);
    expect((await project.stored(order)).payment).toMatchObject({ state: 'finished', receivedUsd: 25 });
    expect(await project.plan(user)).toMatchObject({ name: 'Standard' });
  });

  test('refunded, ends the plan that it had made whole', async () => {
    await project.notify(order, part);
    const changes = { payment_id: 70_001 };
    await project.notify(order, { ...rest, changes });
    expect(await project.plan(user)).not.toBeNull();
    await project.notify(order, { ...rest, states: ['refunded'], changes });
    expect([await stateOf(), await project.plan(user)]).toEqual(['partially_paid', null]);
    expect((await project.stored(order)).payment?.receivedUsd).toBe(15);
  });

  test.each([
    ['nothing', { actually_paid: 0, actually_paid_at_fiat: 0 }],
    ['less than nothing', { actually_paid: -1 }],
    ['no number', { actually_paid: 'NaN', actually_paid_at_fiat: 'all' }],
    ['too much for a number', { actually_paid: '1e999' }],
    ['much of a coin of no worth', { actually_paid: 1_000_000, pay_currency: 'shib', actually_paid_at_fiat: 25 }],
    ['much, which the provider gives no worth', { actually_paid: 1, actually_paid_at_fiat: 0.01 }],
    ['a price of its own choice', { price_amount: 1, actually_paid: 0.00001 }],
    ['a parent of another order', { parent_payment_id: 1 }],
  ])('is not the rest where it is %s', async (_, changes) => {
    await project.notify(order, part);
    expect(await project.notify(order, { ...rest, changes })).toEqual([200, 200]);
    expect([await stateOf(), await project.plan(user)]).toEqual(['partially_paid', null]);
  });
});

test('a month bought ahead is added to however many there are', async () => {
  const paidAt = project.api.clock.nowMs;
  const payment = { ownerId: user.uid, state: 'finished' as const, paidAt, startsAt: paidAt };
  const months = PAYMENT.listed + 1;
  const ids = Array.from({ length: months }, (_, index) => `${user.uid}${index}`);
  await Promise.all(ids.map((id) => putOrder(project.api.project, id, { payment })));
  project.api.clock.nowMs += 1000;
  await notify('finished');
  const until = new Date(paidAt);
  until.setUTCMonth(until.getUTCMonth() + months + 1);
  expect(await project.plan(user)).toMatchObject({ since: paidAt, until: until.getTime() });
});

describe('two orders of one account', () => {
  test('finished at once make two months', async () => {
    const other = await project.made(user);
    const all = [order, other].map((each) => project.notify(each, { states: ['finished'] }));
    expect(await Promise.all(all)).toEqual([[200], [200]]);
    const plan = await project.plan(user);
    expect(plan && plan.until - plan.since).toBeGreaterThanOrEqual(59 * DAY_MS);
  });

  // The refund of the first comes to the plan that is there already: it must not go unseen by the other.
  test('refunded at once leave no plan', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const owner = await project.api.user();
        const first = await project.made(owner);
        await project.notify(first, { states: ['finished'] });
        const second = await project.made(owner, { price: 20, planName: 'Professional' });
        return { owner, first, second };
      }),
    );
    project.api.clock.nowMs += 1000;
    for (const { second } of pairs) await project.notify(second, { states: ['finished'] });
    for (const { first, second } of pairs)
      await Promise.all([first, second].map((each) => project.notify(each, { states: ['refunded'] })));
    expect(await Promise.all(pairs.map(({ owner }) => project.plan(owner)))).toEqual(pairs.map(() => null));
  });

  test('one refunded leaves what the other paid for', async () => {
    const professional = await project.made(user, { price: 20, planName: 'Professional' });
    await notify('finished');
    const standard = await project.plan(user);
    project.api.clock.nowMs += DAY_MS;
    await project.notify(professional, { states: ['finished'] });
    expect(await project.plan(user)).toMatchObject({ name: 'Professional', since: project.api.clock.nowMs });
    await project.notify(professional, { states: ['refunded'] });
    expect(await project.plan(user)).toEqual(standard);
  });
});

describe('is not believed', () => {
  test.each([
    ['a wrong signature', { signature: 'wrong' }, 403],
    ['no signature', { signature: 'none' }, 403],
    ['an amount changed after signing', { forged: { price_amount: 1 } }, 403],
    ['a state changed after signing', { forged: { payment_status: 'finished' }, states: ['waiting'] }, 403],
    ['another amount, signed', { changes: { price_amount: 1 } }, 400],
    ['another currency, signed', { changes: { price_currency: 'eur' } }, 400],
    ['another invoice, signed', { changes: { invoice_id: 1 } }, 400],
    ['no order, signed', { changes: { order_id: null } }, 400],
    ['a path for an order, signed', { changes: { order_id: 'a/../b' } }, 400],
    ['an order that is unknown, signed', { changes: { order_id: 'f'.repeat(32) } }, 404],
    ['a state that is unknown, signed', { states: ['dreaming'] }, 400],
  ])('%s', async (_, wish, status) => {
    expect(await project.notify(order, { states: ['finished'], ...wish })).toEqual([status]);
    expect([await stateOf(), await project.plan(user)]).toEqual(['created', null]);
  });

  test('a payment for another’s order with its invoice', async () => {
    const other = await project.made(await project.api.user());
    expect(await project.notify(order, { states: ['finished'], changes: { order_id: other.id } })).toEqual([400]);
    expect([await stateOf(), await stateOf(other)]).toEqual(['created', 'created']);
  });

  test.each([
    ['', 403],
    ['no JSON', 403],
    ['[]', 403],
    [JSON.stringify({ payment_status: 'finished' }), 403],
    [JSON.stringify({ text: 'x'.repeat(64 * 1024) }), 413],
    ['['.repeat(60_000), 403],
  ])('a body of another kind (%#)', async (body, status) => {
    const headers = { 'Content-Type': 'application/json', 'x-nowpayments-sig': 'a'.repeat(128) };
    const answer = await fetch(`${project.origin}/payment/ipn`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });
});
