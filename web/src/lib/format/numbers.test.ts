import { expect, it } from 'vitest';
import { fileSize, percent, percentToTenth, usd } from './numbers.ts';

it.each([
  [100, '100.00'],
  [99.999, '99.99'],
  [97.55, '97.55'],
  [0, '0.00'],
])('%d reads %s', (value, expected) => {
  expect(percent(value)).toBe(expected);
});

it.each([
  [100, '100.0'],
  [99.99, '99.9'],
  [(2 / 6) * 100, '33.3'],
  [57.6, '57.6'],
  [0, '0.0'],
])('%d to one decimal reads %s', (value, expected) => {
  expect(percentToTenth(value)).toBe(expected);
});

it.each([
  [0, 'US$0.00'],
  [25, 'US$25.00'],
  [9.5, 'US$9.50'],
  [-5, '-US$5.00'],
])('%d is %s', (amount, text) => {
  expect(usd(amount)).toBe(text);
});

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [99_999, '100 KB'],
  [100_000, '0.1 MB'],
  [12_340_000, '12.3 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
