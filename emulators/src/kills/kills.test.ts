import { expect, test } from 'vitest';
import { runKills } from './run-kills.ts';

/** Its lives end at a write, at two reports, and while it stops. */
const SEED = 16;
const KILLS = 4;

test('an agent killed at random moments while its server fails: every check arrives, once', async () => {
  const { wrong, counts, ends } = await runKills({ seed: SEED, kills: KILLS, lifeMs: 500 });
  expect(wrong).toEqual([]);
  expect(counts.arrived).toBeGreaterThan(counts.served / 2);
  expect(counts.reports).toBeGreaterThan(0);
  expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
});
