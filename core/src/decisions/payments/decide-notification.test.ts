import { describe, expect, it } from 'vitest';
import type { Deposit, PaidState, Payment } from '../../documents/payment.ts';
import { depositSample, NOW, orderSample } from '../../testing/samples.ts';
import { PAYMENT } from '../../values/limits.ts';
import { decideNotification, type Notification, type Order } from './decide-notification.ts';

const LATER = NOW + 5000;

function notification(state: PaidState, changes: Partial<Notification> = {}): Notification {
  const ids = { orderId: 'o', paymentId: '1', invoiceId: '4522' };
  return { ...ids, state, amount: 25, currency: 'usd', deposit: depositSample(), ...changes };
}

/** Payment 1, of which `paidUsd` were received. */
function part(paidUsd: number, changes: Partial<Deposit> = {}, state: PaidState = 'partially_paid'): Notification {
  return notification(state, { deposit: depositSample({ coinsPaid: paidUsd / 1000, ...changes }) });
}

/** `paidUsd` more, sent to the address of payment 1. */
function more(paidUsd: number, changes: Partial<Deposit> = {}, state: PaidState = 'finished', id = '2'): Notification {
  const deposit = depositSample({ parentId: '1', coinsPaid: paidUsd / 1000, ...changes });
  return notification(state, { paymentId: id, amount: deposit.priceUsd, deposit });
}

/** The order after these notifications, a second apart. */
function after(...notifications: Notification[]): Order {
  return notifications.reduce((order, each, index) => {
    const outcome = decideNotification(order, each, LATER + index * 1000);
    return outcome.kind === 'applied' ? outcome.order : order;
  }, orderSample());
}

describe('does not match the order', () => {
  it.each<[Partial<Notification>, string]>([
    [{ amount: 1 }, 'amount'],
    [{ amount: 25.01 }, 'amount'],
    [{ amount: Number.NaN }, 'amount'],
    [{ currency: 'eur' }, 'currency'],
    [{ currency: '' }, 'currency'],
    [{ invoiceId: '4523' }, 'invoice'],
  ])('%j', (changes, mismatch) => {
    expect(decideNotification(orderSample(), notification('finished', changes), LATER)).toEqual({
      kind: 'refused',
      mismatch,
    });
  });

  it.each<[Partial<Notification>]>([[{ currency: 'USD' }], [{ invoiceId: null }]])('%j matches', (changes) => {
    expect(decideNotification(orderSample(), notification('finished', changes), LATER).kind).toBe('applied');
  });
});

describe('affects the plan', () => {
  it.each<[Notification[], Notification, boolean]>([
    [[], notification('waiting'), false],
    [[], notification('sending'), false],
    [[], notification('partially_paid'), false],
    [[], notification('finished'), true],
    [[notification('finished')], notification('refunded'), true],
    [[notification('partially_paid')], notification('refunded'), false],
    [[notification('finished')], notification('finished', { paymentId: '2' }), false],
    [[notification('finished')], notification('waiting', { paymentId: '2' }), false],
    [
      [notification('finished'), notification('finished', { paymentId: '2' })],
      notification('refunded', { paymentId: '2' }),
      false,
    ],
    [[notification('finished'), notification('refunded')], notification('finished', { paymentId: '2' }), true],
  ])('after %j: %j: %s', (before, next, affectsPlan) => {
    expect(decideNotification(after(...before), next, LATER)).toMatchObject({ kind: 'applied', affectsPlan });
  });
});

it('a duplicate or older notification changes nothing', () => {
  const order = after(notification('finished'));
  for (const state of ['finished', 'confirming', 'failed'] as const)
    expect(decideNotification(order, notification(state), LATER)).toEqual({ kind: 'duplicate' });
});

describe('the order', () => {
  const kept: Partial<Payment> = { expireAt: null };
  it.each<[Notification[], Partial<Payment>]>([
    [[notification('waiting')], { state: 'waiting', paidAt: null, expireAt: LATER + PAYMENT.unpaidKeptMs }],
    [
      [notification('waiting'), notification('expired')],
      { state: 'expired', expireAt: LATER + 1000 + PAYMENT.unpaidKeptMs },
    ],
    [[notification('confirming')], { ...kept, state: 'confirming', paidAt: null }],
    [[notification('partially_paid')], { ...kept, state: 'partially_paid', paidAt: null }],
    [
      [notification('confirming'), notification('waiting', { paymentId: '2' })],
      { ...kept, state: 'confirming', statesSeen: ['created', 'confirming'] },
    ],
    [
      [notification('waiting'), notification('finished')],
      { ...kept, state: 'finished', paidAt: LATER + 1000, statesSeen: ['created', 'waiting', 'finished'] },
    ],
    [[notification('finished'), notification('refunded')], { ...kept, state: 'refunded', paidAt: LATER }],
    [
      [notification('finished'), notification('refunded'), notification('finished', { paymentId: '2' })],
      { ...kept, state: 'finished', paidAt: LATER + 2000, statesSeen: ['created', 'finished', 'refunded'] },
    ],
  ])('after %j', (notifications, payment) => {
    const order = after(...notifications);
    expect(order.payment).toMatchObject({ ...payment, updatedAt: LATER + (notifications.length - 1) * 1000 });
    expect(order.record.expireAt).toBe(order.payment.expireAt);
  });
});

describe('partial payments', () => {
  const part15 = part(15);
  const cheap = { coin: 'shib', coinsPaid: 1e9 };
  it.each<[string, Notification[], PaidState, number]>([
    ['a part', [part15], 'partially_paid', 15],
    ['a part and the rest', [part15, more(10)], 'finished', 25],
    ['the rest before the part', [more(10), part15], 'finished', 25],
    ['the rest, reported as a part', [part15, more(10, {}, 'partially_paid')], 'finished', 25],
    ['the rest at the current rate', [part15, more(10, { priceUsd: 10, coinsDue: 0.01 })], 'finished', 25],
    ['the rest twice', [part15, more(10), more(10)], 'finished', 25],
    ['the rest in two', [part15, more(6), more(4, {}, 'finished', '3')], 'finished', 25],
    ['the rest minus some cents of fees', [part15, more(9.8)], 'finished', 25],
    ['the rest, not confirmed yet', [part15, more(10, {}, 'confirming')], 'confirming', 15],
    ['the rest that failed', [part15, more(10, {}, 'failed')], 'partially_paid', 15],
    ['less than the rest', [part15, more(9.5)], 'partially_paid', 24.5],
    ['only the rest, of an unknown payment', [more(25)], 'partially_paid', 0],
    ['nothing, reported as finished', [part15, more(0)], 'partially_paid', 15],
    ['the whole price in a worthless coin', [part15, more(0, cheap)], 'partially_paid', 15],
    [
      'the same, with a value reported by the provider',
      [part15, more(0, { ...cheap, fiatUsd: 25 })],
      'partially_paid',
      15,
    ],
    ['the rest in coins that lost their value', [part15, more(10, { fiatUsd: 2 })], 'partially_paid', 17],
    ['the rest with the whole price as its own', [part15, more(1, { coinsDue: 0.001 })], 'partially_paid', 16],
    ['the rest, with the rate of the part unknown', [part(15, { coinsDue: 0 }), more(10)], 'partially_paid', 0],
    ['the rest added to a rest', [part15, more(1), more(9, { parentId: '2' }, 'finished', '3')], 'partially_paid', 16],
    ['a part of each of two payments', [part15, { ...part(10), paymentId: '3' }], 'finished', 25],
    ['a part with the whole amount', [part(25)], 'partially_paid', 25],
    ['less than announced', [part(25, {}, 'confirming'), part15], 'partially_paid', 15],
    ['a rest whose last report has no amount', [part15, more(10, {}, 'sending'), more(0)], 'finished', 25],
    ['a part that grows', [part(5), part15], 'partially_paid', 15],
    ['a part that grows, and its older report', [part15, part(5)], 'partially_paid', 15],
    ['the rest, refunded', [part15, more(10), more(10, {}, 'refunded')], 'partially_paid', 15],
    ['the part, refunded', [part15, more(10), part(15, {}, 'refunded')], 'partially_paid', 10],
    ['all of it, refunded', [part15, part(15, {}, 'refunded')], 'refunded', 0],
    [
      'more than the whole, and that refunded',
      [notification('finished'), more(5), more(5, {}, 'refunded')],
      'finished',
      25,
    ],
  ])('%s', (_, notifications, state, receivedUsd) => {
    expect(after(...notifications).payment).toMatchObject({ state, receivedUsd });
  });

  it('affect the plan when the order becomes paid, and when it no longer is', () => {
    const decide = (before: Notification[], next: Notification) => decideNotification(after(...before), next, LATER);
    expect(decide([part15], more(10))).toMatchObject({ affectsPlan: true });
    expect(decide([part15, more(10)], more(10, {}, 'refunded'))).toMatchObject({ affectsPlan: true });
    expect(decide([part15, more(10)], more(10))).toEqual({ kind: 'duplicate' });
  });

  it('are refused for another currency or invoice', () => {
    const order = after(part15);
    expect(decideNotification(order, { ...more(10), currency: 'eur' }, LATER)).toMatchObject({ mismatch: 'currency' });
    expect(decideNotification(order, { ...more(10), invoiceId: '1' }, LATER)).toMatchObject({ mismatch: 'invoice' });
  });
});
