import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

test.each([
  [1, 0, 4_000],
  [2, 0, 8_000],
  [3, 30_000, 16_000],
  [4, 0, null],
  [4, 30_000, 30_000],
  [500, 30_000, 30_000],
])('retries failure %i of a call polled every %i ms after %s ms', (retry, everyMs, expected) => {
  expect(retryDelayMs(retry, everyMs)).toBe(expected);
});
