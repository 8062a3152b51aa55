import { expect, test } from 'vitest';
import { refusalDelay, retryDelay } from './retry-delay.ts';

test.each([
  [1, 0, 500],
  [1, 0.999, 999.5],
  [2, 0, 1_000],
  [4, 0, 4_000],
  [5, 0, 7_500],
  [50, 0.5, 11_250],
])('after %i failures, with %d, it waits %d ms', (failures, random, expected) => {
  expect(retryDelay(failures, random)).toBeCloseTo(expected);
});

test.each([
  [1, 500],
  [4, 4_000],
  [9, 128_000],
  [50, 150_000],
])('after %i refusals in a row it waits at least %d ms', (refusals, expected) => {
  expect(refusalDelay(refusals, 0)).toBeCloseTo(expected);
});
