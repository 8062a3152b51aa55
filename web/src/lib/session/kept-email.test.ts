import { expect, it } from 'vitest';
import { readKept, resendInSec } from './kept-email.ts';

it.each([
  ['{"email":"a@farwatch.test","sentAtMs":5,"isVerified":false}', 'a@farwatch.test'],
  [null, undefined],
  ['{"email":5}', undefined],
  ['nonsense', undefined],
])('reads %s', (text, email) => {
  expect(readKept(text)?.email).toBe(email);
});

it.each([
  ['nothing was sent', null, 0],
  ['just sent', 100_000, 60],
  ['half a minute ago', 70_000, 30],
  ['a minute ago', 40_000, 0],
  ['by a clock that ran ahead', 900_000, 60],
])('%s', (_, sentAtMs, seconds) => {
  expect(resendInSec(sentAtMs, 100_000)).toBe(seconds);
});
