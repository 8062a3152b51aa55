import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { seeded } from '../testing/seeded.ts';
import { LIMITS } from './limits.ts';
import { WINDOW_MS, windowStart } from './time.ts';
import { type WindowCounts, windowShares } from './window-share.ts';

const WINDOW = windowStart(NOW);
const MAX = LIMITS.checksPerWindow;

function arriving(owners: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(owners));
}

describe('an owner’s share of a window', () => {
  it.each<{ rule: string; before: WindowCounts; checks: number; taken: number }>([
    { rule: 'the first checks are taken', before: null, checks: 2500, taken: 2500 },
    { rule: 'what fits is taken', before: { windowAt: WINDOW, owners: { a: MAX - 3 } }, checks: 5, taken: 3 },
    { rule: 'nothing once it is used up', before: { windowAt: WINDOW, owners: { a: MAX } }, checks: 5, taken: 0 },
    {
      rule: 'another owner’s checks are counted separately',
      before: { windowAt: WINDOW, owners: { b: MAX } },
      checks: 5,
      taken: 5,
    },
    {
      rule: 'a new window starts at zero',
      before: { windowAt: WINDOW - WINDOW_MS, owners: { a: MAX } },
      checks: 5,
      taken: 5,
    },
  ])('$rule', ({ before, checks, taken }) => {
    expect(windowShares(before, WINDOW, arriving({ a: checks })).taken.get('a')).toBe(taken);
  });

  it.each([
    [0, MAX],
    [200, MAX],
    [1000, 5 * MAX],
    [2000, 10 * MAX],
  ])('of an owner with %i endpoints is %i checks', (count, expected) => {
    const shares = windowShares(null, WINDOW, arriving({ a: 100_000 }), () => count);
    expect(shares.taken.get('a')).toBe(expected);
  });

  it('is counted exactly while there are few owners', () => {
    const first = windowShares(null, WINDOW, arriving({ a: 10, b: 5 }));
    expect(windowShares(first.counts, WINDOW, arriving({ a: 7 })).counts.owners).toEqual({ a: 17, b: 5 });
  });

  it('is at least guaranteed and at most slightly exceeded when there are too many owners to count', () => {
    const random = seeded(13);
    for (let round = 0; round < 20; round += 1) {
      const kept = new Map<string, number>();
      let counts: WindowCounts = null;
      for (let report = 0; report < 60; report += 1) {
        const owners = Array.from({ length: 40 }, () => [`owner${random.whole(0, 300)}`, random.whole(1, 6)] as const);
        const reported = new Map([...owners, ['greedy', 200] as const].sort(() => random.share() - 0.5));
        const shares = windowShares(counts, WINDOW, reported);
        counts = shares.counts;
        for (const [ownerId, checks] of reported) {
          const taken = shares.taken.get(ownerId) ?? 0;
          if (taken < checks) expect((kept.get(ownerId) ?? 0) + checks).toBeGreaterThan(MAX);
          kept.set(ownerId, (kept.get(ownerId) ?? 0) + taken);
        }
        expect(Object.keys(shares.counts.owners).length).toBeLessThanOrEqual(32);
      }
      expect(kept.get('greedy')).toBeGreaterThanOrEqual(MAX);
      expect(kept.get('greedy')).toBeLessThanOrEqual(MAX + 1000);
    }
  });
});
