import { expect, it } from 'vitest';
import { seeded } from '../testing/seeded.ts';
import { histogramOf, histogramSchema } from './histogram.ts';

/** Durations as they come: mostly some hundred ms, with a long tail. */
function durations(seed: number, count: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.round(Math.exp(random.share() * 11.7)));
}

it.each([
  { all: [], counts: {} },
  { all: [0, 1], counts: { 0: 2 } },
  { all: [256], counts: { 32: 1 } },
  { all: [257, 300, 305], counts: { 33: 2, 34: 1 } },
])('of $all ms: $counts', ({ all, counts }) => {
  expect(histogramOf(all)).toEqual(counts);
});

it('each duration lies below the bound of its bucket, by less than 19 %', () => {
  for (const ms of durations(1, 5_000).filter((each) => each > 1)) {
    const [bucket] = Object.keys(histogramOf([ms]));
    const bound = 2 ** (Number(bucket) / 4);
    expect(bound / ms).toBeGreaterThan(1 - 1e-9);
    expect(bound / ms).toBeLessThan(1.19);
  }
});

it('the counts of parts add up to those of the whole', () => {
  const all = durations(2, 200);
  const sums: Record<string, number> = {};
  for (const part of [all.slice(0, 70), all.slice(70)])
    for (const [bucket, count] of Object.entries(histogramOf(part))) sums[bucket] = (sums[bucket] ?? 0) + count;
  expect(histogramOf(all)).toEqual(sums);
});

it('takes few buckets however many are counted, in the form that is stored', () => {
  const histogram = histogramOf(durations(1, 20_000));
  expect(Object.keys(histogram).length).toBeLessThan(70);
  expect(histogramSchema.parse(histogram)).toEqual(histogram);
});
