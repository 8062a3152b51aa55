import { expect, it } from 'vitest';
import { clockOffset } from './clock-offset.ts';

const SERVER_MS = Date.parse('2026-11-22T12:00:00Z');
const date = 'Sun, 22 Nov 2026 12:00:00 GMT';

/** An answer of the server's noon, to a device that asked and got it so many seconds after noon by its own clock. */
const answer = (requestedSec: number, cameSec: number) => ({
  date,
  requestedMs: SERVER_MS + requestedSec * 1000,
  cameMs: SERVER_MS + cameSec * 1000,
});

it.each([
  ['a right clock', answer(0, 0.2), 0, 0],
  ['a right clock and a slow answer', answer(-9, 0), 0, 0],
  ['a clock that is hardly wrong', answer(4, 4.2), 0, 0],
  ['a clock ten minutes ahead', answer(600, 600), 0, -599_500],
  ['a clock a day behind', answer(-86_400, -86_400), 0, 86_400_500],
  ['a wrong clock and a slow answer', answer(596, 600), 0, -597_500],
  ['a wrong clock that is known', answer(601, 601.3), -599_500, -599_500],
  ['a known wrong clock and a slow answer', answer(592, 600), -599_500, -599_500],
  ['a clock that was put right', answer(0, 0.1), -599_500, 0],
  ['a clock that was put wrong while waiting', answer(5, -600), -3000, -3000],
  ['no date', { ...answer(600, 600), date: null }, 0, 0],
  ['a date that is none', { ...answer(600, 600), date: 'noon' }, 0, 0],
])('%s', (_, dated, knownMs, offsetMs) => {
  expect(clockOffset(dated, knownMs)).toBe(offsetMs);
});
