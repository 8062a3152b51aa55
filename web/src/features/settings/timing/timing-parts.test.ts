import { expect, it } from 'vitest';
import { daysText } from './timing-parts.ts';

it.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat and Sun'],
  [[1, 3, 4, 5, 7], 'Mon, Wed–Fri, and Sun'],
])('the days %j are %s', (days, expected) => {
  expect(daysText(days, 'en')).toBe(expected);
});
