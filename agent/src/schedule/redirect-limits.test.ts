import { expect, test } from 'vitest';
import { RedirectLimits } from './redirect-limits.ts';

const RATE = { burst: 2, perSec: 2 };

test('a host takes a burst of an owner’s redirects, then their rate; other owners and hosts have their own', () => {
  const limits = new RedirectLimits(RATE);
  expect([1, 2, 3, 4].map(() => limits.take('o', 'x', 0))).toEqual([0, 0, 500, 1_000]);
  expect([limits.take('p', 'x', 0), limits.take('o', 'y', 0)]).toEqual([0, 0]);
  expect(limits.take('o', 'x', 9_000)).toBe(0);
});

test('what no longer limits anything is forgotten', () => {
  const limits = new RedirectLimits(RATE);
  for (let second = 0; second < 3_600; second += 1) limits.take('o', `host${second}`, second * 1_000);
  expect(limits.size).toBeLessThanOrEqual(62);
});
