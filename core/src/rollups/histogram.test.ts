import { describe, expect, it } from 'vitest';
import { seeded } from '../testing/seeded.ts';
import { histogramOf, histogramSchema, mergeHistograms, quantile } from './histogram.ts';

/** Durations as they come: mostly some hundred ms, with a long tail. */
function durations(seed: number, count: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.round(Math.exp(random.share() * 11.7)));
}

describe('a latency histogram', () => {
  it('merged of parts is that of the whole, however it is cut', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const all = durations(seed, 50);
      const cut = seeded(seed).whole(0, 50);
      const merged = mergeHistograms(histogramOf(all.slice(0, cut)), histogramOf(all.slice(cut)));
      expect(merged).toEqual(histogramOf(all));
      expect(histogramSchema.safeParse(merged).success).toBe(true);
    }
  });

  it('merging leaves its parts as they were', () => {
    const [a, b] = [histogramOf([5]), histogramOf([5, 9])];
    mergeHistograms(a, b);
    expect([a, b]).toEqual([histogramOf([5]), histogramOf([5, 9])]);
  });

  it.each([0.01, 0.5, 0.9, 0.95, 0.99, 1])('its quantile %f is right to within 19 %%, and never too low', (share) => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const all = durations(seed, 137).sort((a, b) => a - b);
      const exact = all[Math.max(0, Math.ceil(share * all.length) - 1)] ?? 0;
      const told = quantile(histogramOf(all), share) ?? 0;
      expect(told / exact).toBeGreaterThan(1 - 1e-9);
      expect(told / exact).toBeLessThan(1.19);
    }
  });

  it.each([
    { rule: 'of nothing is null', all: [], told: null },
    { rule: 'of 0 ms is up to 1 ms', all: [0], told: 1 },
    { rule: 'of a power of two is itself', all: [256], told: 256 },
  ])('a quantile $rule', ({ all, told }) => {
    expect(quantile(histogramOf(all), 0.5)).toBe(told);
  });

  it('takes few buckets however many are counted', () => {
    expect(Object.keys(histogramOf(durations(1, 20_000))).length).toBeLessThan(70);
  });
});
