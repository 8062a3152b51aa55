import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { nextOnGrid, stableHash } from './grid.ts';

test('a hash is stable and below its modulo', () => {
  expect(stableHash('abc', 600_000)).toBe(stableHash('abc', 600_000));
  expect(stableHash('abc', 600_000)).not.toBe(stableHash('abd', 600_000));
  for (let index = 0; index < 1_000; index += 1) expect(stableHash(`e${index}`, 7)).toBeLessThan(7);
});

test.each(['agent1:endpoint-', 'x', ''])('5,000 ids after %j spread evenly over ten minutes', (prefix) => {
  const minutes = Array<number>(10).fill(0);
  for (let index = 0; index < 5_000; index += 1) {
    const minute = Math.floor(stableHash(`${prefix}${index}`, 10 * MINUTE_MS) / MINUTE_MS);
    minutes[minute] = (minutes[minute] ?? 0) + 1;
  }
  expect(Math.min(...minutes)).toBeGreaterThan(420);
  expect(Math.max(...minutes)).toBeLessThan(580);
});

test.each([
  [0, 100, 30, 30],
  [29, 100, 30, 30],
  [30, 100, 30, 130],
  [31, 100, 30, 130],
  [1_000_000_017, 100, 30, 1_000_000_030],
  [1_000_000_031, 100, 30, 1_000_000_130],
])('after %i on a grid of %i + %i comes %i', (nowMs, intervalMs, offsetMs, expected) => {
  expect(nextOnGrid(nowMs, intervalMs, offsetMs)).toBe(expected);
});
