import { expect, it } from 'vitest';
import { findOffer } from './plans.ts';

it.each([
  [10, 'Standard', true],
  [20, 'Professional', true],
  [25, 'Standard', true],
  [10, 'Professional', false],
  [20, 'Standard', false],
  [25, 'Custom', false],
  [25, 'standard', false],
  [10, '', false],
  [9.99, 'Standard', false],
  [10.000001, 'Standard', false],
  [0, 'Standard', false],
  [-10, 'Standard', false],
  [1e308, 'Standard', false],
  [Number.NaN, 'Standard', false],
])('%d for %s: %s', (price, name, isSold) => {
  expect(findOffer(price, name)).toEqual(isSold ? { name, price } : null);
});

it.each([
  [10, 'Standard'],
  [20, 'Professional'],
  [25, 'Standard'],
])('the plan at %d is identified by its price', (price, name) => {
  expect(findOffer(price, undefined)).toEqual({ name, price });
});
