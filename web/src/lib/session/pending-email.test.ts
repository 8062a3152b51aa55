import { expect, it } from 'vitest';
import { resendInSec } from './pending-email.ts';

it.each([
  ['never sent', null, 0],
  ['just sent', 100_000, 60],
  ['half a minute ago', 70_000, 30],
  ['a minute ago', 40_000, 0],
  ['sent by a clock that was ahead', 900_000, 60],
])('%s', (_, sentAtMs, seconds) => {
  expect(resendInSec(sentAtMs, 100_000)).toBe(seconds);
});
