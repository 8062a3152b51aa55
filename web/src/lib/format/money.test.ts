import { expect, it } from 'vitest';
import { usd } from './money.ts';

it.each([
  [0, 'US$0.00'],
  [25, 'US$25.00'],
  [9.5, 'US$9.50'],
  [-5, '-US$5.00'],
])('%d is %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});
