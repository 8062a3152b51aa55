import { expect, it } from 'vitest';
import { percent } from './numbers.ts';

it.each([
  [100, '100'],
  [99.999, '99.99'],
  [99.29, '99.29'],
  [97.55, '97.5'],
  [0, '0.0'],
])('%d reads %s', (value, expected) => {
  expect(percent(value)).toBe(expected);
});
