import { describe, expect, it } from 'vitest';
import type { PaidState, Payment } from '../documents/payment.ts';
import { PAYMENT } from '../limits.ts';
import { NOW, orderSample } from '../testing/samples.ts';
import { decideNotification, type Notification, type Order } from './decide-notification.ts';

const LATER = NOW + 5000;

function notification(state: PaidState, changes: Partial<Notification> = {}): Notification {
  return { orderId: 'o', paymentId: '1', invoiceId: '4522', state, amount: 25, currency: 'usd', ...changes };
}

/** The order after these notifications, one after the other, each a second later. */
function after(...told: Notification[]): Order {
  return told.reduce((order, each, index) => {
    const outcome = decideNotification(order, each, LATER + index * 1000);
    return outcome.kind === 'applied' ? outcome.order : order;
  }, orderSample());
}

describe('is not for the order as it was made', () => {
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

  it.each<[Partial<Notification>]>([[{ currency: 'USD' }], [{ invoiceId: null }]])('%j is', (changes) => {
    expect(decideNotification(orderSample(), notification('finished', changes), LATER).kind).toBe('applied');
  });
});

describe('touches the plan', () => {
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
  ])('after %j: %j: %s', (before, told, isPlanTouched) => {
    expect(decideNotification(after(...before), told, LATER)).toMatchObject({ kind: 'applied', isPlanTouched });
  });
});

it('what is no news changes nothing', () => {
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
  ])('after %j', (told, payment) => {
    const order = after(...told);
    expect(order.payment).toMatchObject({ ...payment, updatedAt: LATER + (told.length - 1) * 1000 });
    expect(order.record.expireAt).toBe(order.payment.expireAt);
  });
});
