import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../../testing/seeded.ts';
import { checkCell, mergePhases, mergeResponses, responseMetrics } from './check-cell.ts';
import { bucketMs, bucketOf, histogramOf, mergeHistograms, percentileMs } from './histogram.ts';

/** A normally distributed number around 0 (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share());
}

const DISTRIBUTIONS: [name: string, draw: (random: Random) => number][] = [
  ['log-normal', (random) => Math.exp(5 + 0.6 * normal(random))],
  ['log-normal with a long tail', (random) => Math.exp(4 + 1.5 * normal(random))],
  ['bimodal', (random) => (random.share() < 0.7 ? 40 + 5 * normal(random) : 900 + 100 * normal(random))],
  ['constant', () => 137],
  ['constant and fast', () => 2],
  ['a few ms', (random) => 1 + random.share() * 25],
];

function drawn(draw: (random: Random) => number, seed: number, count: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.min(30_000, Math.max(0, Math.round(draw(random)))));
}

/** The percentile by nearest rank of all values. */
function exact(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((percent / 100) * values.length) - 1] ?? Number.NaN;
}

describe.each(DISTRIBUTIONS)('of %s response times', (_, draw) => {
  it.each([1, 20, 100, 997, 20_000])('%i: percentiles are within 5 %', (count) => {
    const values = drawn(draw, count, count);
    const parts = [values.slice(0, count / 3), values.slice(count / 3)].map(histogramOf);
    for (const percent of [1, 50, 90, 95, 99, 100]) {
      const read = percentileMs(mergeHistograms(parts), percent) ?? Number.NaN;
      const truth = Math.max(1, exact(values, percent));
      expect(Math.abs(read / truth - 1), `p${percent} of ${truth}`).toBeLessThan(0.05);
    }
  });
});

it('each bucket represents what it holds within 4.4 %, below 12 ms exactly', () => {
  for (let ms = 1; ms <= 30_000; ms += 1) {
    const off = Math.abs(bucketMs(bucketOf(ms)) / ms - 1);
    expect(off, `${ms} ms`).toBeLessThan(ms < 12 ? 1e-9 : 0.044);
  }
  expect(bucketOf(0)).toBe(0);
});

describe('metrics', () => {
  const check = (ms: number, error: 'timeout' | null = null) => ({ endpoint: '', at: 0, ms, statusCode: 200, error });
  const cellOf = (count: number) => checkCell(Array.from({ length: count }, (_, index) => check(index + 1)));

  it.each([
    [0, { p50Ms: null, p95Ms: null, p99Ms: null }],
    [1, { p50Ms: 1, p95Ms: null, p99Ms: null }],
    [19, { p95Ms: null }],
    [20, { p95Ms: expect.any(Number), p99Ms: null }],
    [99, { p99Ms: null }],
    [100, { p99Ms: expect.any(Number) }],
  ])('of %i successes', (count, expected) => {
    expect(responseMetrics(cellOf(count))).toMatchObject({ checks: count, failures: 0, ...expected });
  });

  it('failures are counted, and their times are not', () => {
    const cell = checkCell([check(10), check(9_000, 'timeout')]);
    expect(responseMetrics(cell)).toEqual({ checks: 2, failures: 1, p50Ms: 10, p95Ms: null, p99Ms: null });
  });

  it('counts stand for checks of which not all were kept', () => {
    const cell = checkCell([check(10)], { checks: 5, failures: 2 });
    expect(mergeResponses([cell, cell])).toMatchObject({ checks: 10, failures: 4 });
  });

  it('means of phases are those of all checks that reached them', () => {
    const phased = (dns: number | null, count: number) =>
      checkCell(Array.from({ length: count }, () => ({ ...check(5), phases: [dns, 2, null, 4, 5] })));
    expect(mergePhases([phased(10, 1), phased(40, 2), phased(null, 9)])).toEqual([30, 2, null, 4, 5]);
    expect(mergePhases([checkCell([check(5)])])).toEqual([null, null, null, null, null]);
  });
});
