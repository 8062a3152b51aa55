import { expect, test } from 'vitest';
import { runKills } from './run-kills.ts';

const SEED = 7;

test('an agent killed at random moments while its server fails: every check arrives, once', async () => {
  const { wrong, counts, ends } = await runKills({ seed: SEED, kills: 12, lifeMs: 500 });
  expect(wrong).toEqual([]);
  expect(counts.arrived).toBeGreaterThan(counts.served / 2);
  expect(counts.reports).toBeGreaterThan(0);
  expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(12);
});
