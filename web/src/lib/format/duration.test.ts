import { expect, it } from 'vitest';
import { durationParts } from './duration.ts';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;

it.each([
  [0, '0second'],
  [999, '0second'],
  [-5, '0second'],
  [42 * S, '42second'],
  [M, '1minute'],
  [2 * M + 5 * S, '2minute 5second'],
  [3 * H + 59 * S, '3hour'],
  [3 * H + 7 * M + 59 * S, '3hour 7minute'],
  [50 * H, '2day 2hour'],
])('%i ms is %s', (lengthMs, expected) => {
  const parts = durationParts(lengthMs).map(({ unit, count }) => `${count}${unit}`);
  expect(parts.join(' ')).toBe(expected);
});
