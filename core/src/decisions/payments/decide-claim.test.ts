import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../documents/payment.ts';
import { NOW, orderSample } from '../../testing/samples.ts';
import { claimOrder, decideClaim } from './decide-claim.ts';

const CLAIMABLE = { claimHash: 'hash', claimUntil: NOW + 1 };

it.each<[string, string | null, Partial<PaymentRecord>, boolean, string]>([
  ['nobody’s, in time', null, CLAIMABLE, true, 'claimed'],
  ['another secret', null, CLAIMABLE, false, 'refused'],
  ['too late', null, { ...CLAIMABLE, claimUntil: NOW }, true, 'refused'],
  ['another account’s', 'bob', CLAIMABLE, true, 'refused'],
  ['one’s own, claimed before', 'ann', CLAIMABLE, true, 'own'],
  ['one’s own, claimed before, after its time', 'ann', { ...CLAIMABLE, claimUntil: NOW - 1 }, true, 'own'],
  ['one’s own, with another secret', 'ann', CLAIMABLE, false, 'refused'],
  ['made signed in', 'bob', { claimHash: null, claimUntil: null }, true, 'refused'],
  ['without a hash', null, { claimHash: null, claimUntil: NOW + 1 }, true, 'refused'],
  ['without a time', null, { claimHash: 'hash', claimUntil: null }, true, 'refused'],
])('%s', (_, ownerId, record, fits, decision) => {
  expect(decideClaim(orderSample({ payment: { ownerId }, record }), 'ann', fits, NOW)).toBe(decision);
});

describe('once claimed', () => {
  it.each([
    [
      'a paid month begins with the claim',
      { state: 'finished' as const, paidAt: NOW - 5000, startsAt: NOW - 5000 },
      NOW,
    ],
    ['an unpaid one not before it is paid', {}, null],
    ['a refunded one not at all', { state: 'refunded' as const, paidAt: NOW - 5000, startsAt: NOW - 5000 }, NOW - 5000],
  ])('%s', (_, payment, startsAt) => {
    const order = orderSample({ payment: { ownerId: null, ...payment } });
    const claimed = claimOrder(order, 'ann', NOW);
    expect(claimed.payment).toEqual({ ...order.payment, ownerId: 'ann', startsAt, updatedAt: NOW });
    expect(claimed.record).toEqual(order.record);
  });
});
