import type { OrderAnswer } from '@farwatch/core/contracts/api/payments';
import { PAYMENT } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { transfersOf, within } from '../../testing/api/transfers.ts';
import { putOrder } from '../../testing/payments/orders.ts';
import { newTestPayments, type TestPayments } from '../../testing/payments/test-payments.ts';
import { startSmtpInbox } from '../../testing/smtp-inbox.ts';

let setup: TestPayments;
let user: TestUser;
let order: OrderAnswer;

beforeAll(async () => {
  setup = await newTestPayments();
});
afterAll(() => setup.close());
beforeEach(async () => {
  user = await setup.api.user();
  order = await setup.createOrder(user);
});

const notify = (...states: string[]) => setup.notify(order, { states });
const stateOf = async (of = order) => (await setup.readOrder(of)).payment?.state;

describe('a payment', () => {
  test('grants the plan for a month once finished, not before', async () => {
    for (const state of ['waiting', 'confirming', 'confirmed', 'sending', 'partially_paid']) {
      expect(await notify(state)).toEqual([200]);
      expect([await stateOf(), await setup.readPlan(user)]).toEqual([state, null]);
    }
    setup.api.clock.nowMs += 1000;
    const since = setup.api.clock.nowMs;
    expect(await notify('finished')).toEqual([200]);
    const until = new Date(since);
    until.setUTCMonth(until.getUTCMonth() + 1);
    expect(await setup.readPlan(user)).toEqual({ name: 'Standard', price: 25, since, until: until.getTime() });
    expect(await setup.readOrder(order)).toMatchObject({
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
    expect([await stateOf(), (await setup.readPlan(user)) !== null]).toEqual([state, hasPlan]);
  });

  test('is confirmed by one receipt once finished, in the language of the account', async () => {
    const inbox = await startSmtpInbox();
    vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
    vi.stubEnv('MAIL_FROM', 'Farwatch <billing@farwatch.test>');
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await inbox.close();
    });
    expect(await notify('waiting', 'confirming', 'finished', 'finished')).toEqual([200, 200, 200, 200]);
    expect(inbox.mails.map(({ subject }) => subject)).toEqual(['Receipt for your Farwatch plan']);
    const { payment } = await setup.readOrder(order);
    const text = inbox.mails[0]?.text ?? '';
    expect(text).toContain(`Order: ${payment?.orderId}`);
    expect(text).not.toContain('Account: ');
    expect(text).toMatch(/\/settings\?tab=account$/m);
    expect(text).toMatch(/Plan: Standard\nAmount: USD 25\.00\nPaid: .* UTC\nPaid until: .* UTC/);
    const other = await setup.createOrder(user);
    inbox.fail({ at: 'recipient', reply: '550 no' });
    expect(await setup.notify(other, { states: ['finished'] })).toEqual([200]);
  });

  test('of an account that was transferred meanwhile is the account’s, and its new owner gets the receipt', async () => {
    const inbox = await startSmtpInbox();
    vi.stubEnv('LOCAL_SMTP_URL', inbox.url);
    vi.stubEnv('MAIL_FROM', 'Farwatch <billing@farwatch.test>');
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await inbox.close();
    });
    const { withMember, transfer, fresh } = transfersOf(setup.api);
    const [previous, next] = await withMember();
    const started = await setup.createOrder(previous);
    expect((await transfer(previous, previous.uid, next)).status).toBe(200);
    expect(await setup.notify(started, { states: ['finished'] })).toEqual([200]);
    expect(await setup.readPlan(previous)).toMatchObject({ name: 'Standard' });
    const receipts = inbox.mails.filter(({ subject }) => subject === 'Receipt for your Farwatch plan');
    expect(receipts.map(({ to }) => [to].flat()[0]?.text)).toEqual([next.email]);
    expect(receipts[0]?.text).toContain('Account: Ann\nOrder: ');
    expect(receipts[0]?.text).toContain(`/settings?tab=account&account=${previous.uid}`);

    // The new owner pays for the account; nobody else does.
    const answer = await setup.requestOrder(next, {}, within(previous.uid));
    const { payment } = await setup.readOrder(answer.body as OrderAnswer);
    expect(payment?.ownerId).toBe(previous.uid);
    for (const user of [await fresh(previous), await setup.api.user()])
      expect((await setup.requestOrder(user, {}, within(previous.uid))).status).toBe(403);
  });

  test('grants one month if notified repeatedly, also days later', async () => {
    await notify('finished');
    const plan = await setup.readPlan(user);
    setup.api.clock.nowMs += 3 * DAY_MS;
    expect(await setup.notify(order, { states: ['finished', 'confirming'], repeat: 3 })).toEqual(Array(6).fill(200));
    expect(await setup.readPlan(user)).toEqual(plan);
  });

  test('grants one month if notified many times in parallel, in every state', async () => {
    const states = ['confirming', 'finished', 'sending', 'finished'];
    expect(await setup.notify(order, { states, repeat: 2, at_once: true })).toEqual(Array(8).fill(200));
    expect(await stateOf()).toBe('finished');
    const plan = await setup.readPlan(user);
    expect(plan && plan.until - plan.since).toBeLessThanOrEqual(31 * DAY_MS);
  });

  test('does not expire once money has arrived', async () => {
    await notify('waiting', 'expired');
    expect((await setup.readOrder(order)).payment?.expireAt).toBeGreaterThan(setup.api.clock.nowMs);
    await notify('partially_paid');
    expect(await setup.readOrder(order)).toMatchObject({ payment: { expireAt: null }, record: { expireAt: null } });
  });
});

describe('money added to a payment', () => {
  const part = { states: ['confirming', 'partially_paid'], share: 0.6 };
  const rest = { states: ['confirming', 'finished'], added: true, share: 0.4 };

  test('completes the order and grants the plan once, for a month', async () => {
    await setup.notify(order, part);
    expect([await stateOf(), await setup.readPlan(user)]).toEqual(['partially_paid', null]);
    expect((await setup.readOrder(order)).payment?.receivedUsd).toBe(15);
    setup.api.clock.nowMs += 1000;
    expect(await setup.notify(order, { ...rest, repeat: 2 })).toEqual(Array(4).fill(200));
    expect(await stateOf()).toBe('finished');
    expect(await setup.readPlan(user)).toMatchObject({ name: 'Standard', since: setup.api.clock.nowMs });
    const plan = await setup.readPlan(user);
    setup.api.clock.nowMs += DAY_MS;
    await setup.notify(order, { states: ['finished'], added: true, share: 0.4 });
    expect(await setup.readPlan(user)).toEqual(plan);
  });

  test('may be notified before the first payment', async () => {
    await setup.notify(order, { ...rest, share: 1 });
    expect([await stateOf(), await setup.readPlan(user)]).toEqual(['partially_paid', null]);
    await setup.notify(order, part);
    expect([await stateOf(), (await setup.readPlan(user)) !== null]).toEqual(['finished', true]);
  });

  test('is counted once if notified in parallel and repeatedly', async () => {
    await Promise.all([setup.notify(order, part), setup.notify(order, { ...rest, repeat: 3, at_once: true })]);
    expect((await setup.readOrder(order)).payment).toMatchObject({ state: 'finished', receivedUsd: 25 });
    expect(await setup.readPlan(user)).toMatchObject({ name: 'Standard' });
  });

  test('ends the plan when refunded', async () => {
    await setup.notify(order, part);
    const changes = { payment_id: 70_001 };
    await setup.notify(order, { ...rest, changes });
    expect(await setup.readPlan(user)).not.toBeNull();
    await setup.notify(order, { ...rest, states: ['refunded'], changes });
    expect([await stateOf(), await setup.readPlan(user)]).toEqual(['partially_paid', null]);
    expect((await setup.readOrder(order)).payment?.receivedUsd).toBe(15);
  });

  test.each([
    ['nothing', { actually_paid: 0, actually_paid_at_fiat: 0 }],
    ['negative', { actually_paid: -1 }],
    ['not a number', { actually_paid: 'NaN', actually_paid_at_fiat: 'all' }],
    ['infinite', { actually_paid: '1e999' }],
    ['much of a worthless coin', { actually_paid: 1_000_000, pay_currency: 'shib', actually_paid_at_fiat: 25 }],
    ['worth little according to the provider', { actually_paid: 1, actually_paid_at_fiat: 0.01 }],
    ['another price', { price_amount: 1, actually_paid: 0.00001 }],
    ['a parent of another order', { parent_payment_id: 1 }],
  ])('does not complete the order if it is %s', async (_, changes) => {
    await setup.notify(order, part);
    expect(await setup.notify(order, { ...rest, changes })).toEqual([200, 200]);
    expect([await stateOf(), await setup.readPlan(user)]).toEqual(['partially_paid', null]);
  });
});

test('adds a month to any number of months bought before', async () => {
  const paidAt = setup.api.clock.nowMs;
  const payment = { ownerId: user.uid, state: 'finished' as const, paidAt, startsAt: paidAt };
  const months = PAYMENT.listed + 1;
  const ids = Array.from({ length: months }, (_, index) => `${user.uid}${index}`);
  await Promise.all(ids.map((id) => putOrder(setup.api.project, id, { payment })));
  setup.api.clock.nowMs += 1000;
  await notify('finished');
  const until = new Date(paidAt);
  until.setUTCMonth(until.getUTCMonth() + months + 1);
  expect(await setup.readPlan(user)).toMatchObject({ since: paidAt, until: until.getTime() });
});

describe('two orders of one account', () => {
  test('finished in parallel grant two months', async () => {
    const other = await setup.createOrder(user);
    const all = [order, other].map((each) => setup.notify(each, { states: ['finished'] }));
    expect(await Promise.all(all)).toEqual([[200], [200]]);
    const plan = await setup.readPlan(user);
    expect(plan && plan.until - plan.since).toBeGreaterThanOrEqual(59 * DAY_MS);
  });

  // The second order's refund must see the first order's refund.
  test('refunded in parallel leave no plan', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const owner = await setup.api.user();
        const first = await setup.createOrder(owner);
        await setup.notify(first, { states: ['finished'] });
        const second = await setup.createOrder(owner, { price: 20, planName: 'Professional' });
        return { owner, first, second };
      }),
    );
    setup.api.clock.nowMs += 1000;
    for (const { second } of pairs) await setup.notify(second, { states: ['finished'] });
    for (const { first, second } of pairs)
      await Promise.all([first, second].map((each) => setup.notify(each, { states: ['refunded'] })));
    expect(await Promise.all(pairs.map(({ owner }) => setup.readPlan(owner)))).toEqual(pairs.map(() => null));
  });

  test('keep the plan of the other if one is refunded', async () => {
    const professional = await setup.createOrder(user, { price: 20, planName: 'Professional' });
    await notify('finished');
    const standard = await setup.readPlan(user);
    setup.api.clock.nowMs += DAY_MS;
    await setup.notify(professional, { states: ['finished'] });
    expect(await setup.readPlan(user)).toMatchObject({ name: 'Professional', since: setup.api.clock.nowMs });
    await setup.notify(professional, { states: ['refunded'] });
    expect(await setup.readPlan(user)).toEqual(standard);
  });
});

describe('is rejected', () => {
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
    ['an unknown order, signed', { changes: { order_id: 'f'.repeat(32) } }, 404],
    ['an unknown state, signed', { states: ['dreaming'] }, 400],
  ])('%s', async (_, changes, status) => {
    expect(await setup.notify(order, { states: ['finished'], ...changes })).toEqual([status]);
    expect([await stateOf(), await setup.readPlan(user)]).toEqual(['created', null]);
  });

  test('a payment for another’s order with its invoice', async () => {
    const other = await setup.createOrder(await setup.api.user());
    expect(await setup.notify(order, { states: ['finished'], changes: { order_id: other.id } })).toEqual([400]);
    expect([await stateOf(), await stateOf(other)]).toEqual(['created', 'created']);
  });

  test.each([
    ['', 403],
    ['no JSON', 403],
    ['[]', 403],
    [JSON.stringify({ payment_status: 'finished' }), 403],
    [JSON.stringify({ text: 'x'.repeat(64 * 1024) }), 413],
    ['['.repeat(60_000), 403],
  ])('a malformed body (%#)', async (body, status) => {
    const headers = { 'Content-Type': 'application/json', 'x-nowpayments-sig': 'a'.repeat(128) };
    const answer = await fetch(`${setup.origin}/payment/ipn`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });
});
