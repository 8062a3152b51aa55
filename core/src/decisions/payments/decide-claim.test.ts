import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../documents/payment.ts';
import { NOW, orderSample } from '../../testing/samples.ts';
import { applyClaim, decideClaim } from './decide-claim.ts';

const CLAIMABLE = { claimHash: 'hash', claimUntil: NOW + 1 };

it.each<[string, string | null, Partial<PaymentRecord>, boolean, string]>([
  ['an unclaimed order, in time', null, CLAIMABLE, true, 'claimed'],
  ['another secret', null, CLAIMABLE, false, 'refused'],
  ['too late', null, { ...CLAIMABLE, claimUntil: NOW }, true, 'refused'],
  ['an order of another account', 'bob', CLAIMABLE, true, 'refused'],
  ['an own order, claimed before', 'ann', CLAIMABLE, true, 'own'],
  ['an own order, claimed before, after its time', 'ann', { ...CLAIMABLE, claimUntil: NOW - 1 }, true, 'own'],
  ['an own order, with another secret', 'ann', CLAIMABLE, false, 'refused'],
  ['an order made signed in', 'bob', { claimHash: null, claimUntil: null }, true, 'refused'],
  ['without a hash', null, { claimHash: null, claimUntil: NOW + 1 }, true, 'refused'],
  ['without a time', null, { claimHash: 'hash', claimUntil: null }, true, 'refused'],
])('%s', (_, ownerId, record, isSecretValid, decision) => {
  expect(decideClaim(orderSample({ payment: { ownerId }, record }), 'ann', isSecretValid, NOW)).toBe(decision);
});

describe('a claimed order', () => {
  it.each([
    [
      'a paid month starts with the claim',
      { state: 'finished' as const, paidAt: NOW - 5000, startsAt: NOW - 5000 },
      NOW,
    ],
    ['an unpaid month does not start before it is paid', {}, null],
    [
      'a refunded month does not start',
      { state: 'refunded' as const, paidAt: NOW - 5000, startsAt: NOW - 5000 },
      NOW - 5000,
    ],
  ])('%s', (_, payment, startsAt) => {
    const order = orderSample({ payment: { ownerId: null, ...payment } });
    const claimed = applyClaim(order, 'ann', NOW);
    expect(claimed.payment).toEqual({ ...order.payment, ownerId: 'ann', startsAt, updatedAt: NOW });
    expect(claimed.record).toEqual(order.record);
  });
});
