import { expect, it } from 'vitest';
import { clockOffset } from './clock-offset.ts';

const SERVER_MS = Date.parse('2026-11-22T12:00:00Z');
const date = 'Sun, 22 Nov 2026 12:00:00 GMT';

/** A response from the server's noon: requested and received that many seconds after noon by the device's clock. */
const answer = (requestedSec: number, receivedSec: number) => ({
  date,
  requestedMs: SERVER_MS + requestedSec * 1000,
  receivedMs: SERVER_MS + receivedSec * 1000,
});

it.each([
  ['a correct clock', answer(0, 0.2), 0, 0],
  ['a correct clock and a slow answer', answer(-9, 0), 0, 0],
  ['a clock a few seconds off', answer(4, 4.2), 0, 0],
  ['a clock ten minutes ahead', answer(600, 600), 0, -599_500],
  ['a clock a day behind', answer(-86_400, -86_400), 0, 86_400_500],
  ['a wrong clock and a slow answer', answer(596, 600), 0, -597_500],
  ['a known wrong clock', answer(601, 601.3), -599_500, -599_500],
  ['a known wrong clock and a slow answer', answer(592, 600), -599_500, -599_500],
  ['a corrected clock', answer(0, 0.1), -599_500, 0],
  ['a clock changed during the request', answer(5, -600), -3000, -3000],
  ['no date', { ...answer(600, 600), date: null }, 0, 0],
  ['an invalid date', { ...answer(600, 600), date: 'noon' }, 0, 0],
])('%s', (_, dated, knownMs, offsetMs) => {
  expect(clockOffset(dated, knownMs)).toBe(offsetMs);
});
