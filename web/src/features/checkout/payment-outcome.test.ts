import { type OrderState, orderStateSchema } from '@farwatch/core/documents/payment';
import { expect, it } from 'vitest';
import { missingUsd, outcomeOf, type PaymentOutcome } from './payment-outcome.ts';

it.each<[OrderState | undefined, boolean, PaymentOutcome]>([
  [undefined, false, 'looking'],
  [undefined, true, 'unknown'],
  ['created', false, 'waiting'],
  ['confirming', true, 'confirming'],
  ['sending', false, 'confirming'],
  ['partially_paid', false, 'partial'],
  ['finished', false, 'paid'],
  ['refunded', false, 'refunded'],
])('maps the state %s, loading failed %s, to %s', (state, hasFailed, expected) => {
  expect(outcomeOf(state, hasFailed)).toBe(expected);
});

it('shows only finished payments as paid', () => {
  const paid = orderStateSchema.options.filter((state) => outcomeOf(state, false) === 'paid');
  expect(paid).toEqual(['finished']);
});

it.each([
  [15, 10],
  [24.99, 0.01],
  [0, null],
  [25, null],
])('computes for %d received of 25 that %s is missing', (receivedUsd, missing) => {
  expect(missingUsd({ planName: 'Standard', priceUsd: 25, receivedUsd, invoiceUrl: null })).toBe(missing);
});
