import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import { seeded } from '../testing/seeded.ts';
import type { Check } from './check.ts';
import { checkMetrics, hourStat, hourStatSchema, mean, median } from './hour-stat.ts';
import { unpackChecks } from './pack.ts';
import { hourStart, MINUTE_MS } from './time.ts';

const HOUR = hourStart(NOW);

function check(minute: number, ms: number, error: Check['error'] = null): Check {
  return { endpoint: 'a', at: HOUR + minute * MINUTE_MS, ms, statusCode: error === null ? 200 : null, error };
}

const CHECKS = [check(0, 100), check(10, 300), check(20, 5000, 'timeout'), check(30, 200), check(40, 1000, 'timeout')];

describe('an endpoint’s hour', () => {
  it('counts all checks and its failures', () => {
    expect(hourStat(CHECKS, HOUR)).toMatchObject({ count: 5, failures: 2 });
    expect(checkMetrics(CHECKS)).toEqual({ count: 5, failures: 2, medianMs: 300, successMs: 200, failureMs: 3000 });
  });

  it('keeps the points, oldest first', () => {
    const points = unpackChecks(hourStat(CHECKS.toReversed(), HOUR).points, HOUR);
    expect(points).toEqual(CHECKS.map((each) => ({ ...each, endpoint: '' })));
  });

  it('is null if there is nothing to average', () => {
    expect(hourStat([], HOUR)).toEqual({ points: '', count: 0, failures: 0 });
    expect(checkMetrics([])).toEqual({ count: 0, failures: 0, medianMs: null, successMs: null, failureMs: null });
    expect(checkMetrics([check(1, 9, 'dns')])).toMatchObject({ medianMs: 9, successMs: null, failureMs: 9 });
  });

  it('is the same for any order and for duplicate checks', () => {
    const random = seeded(5);
    const whole = hourStat(CHECKS, HOUR);
    for (let round = 0; round < 100; round += 1) {
      const twice = [...CHECKS, ...CHECKS.filter(() => random.share() < 0.5)];
      const shuffled = twice.map((each) => ({ each, at: random.share() })).sort((a, b) => a.at - b.at);
      expect(
        hourStat(
          shuffled.map(({ each }) => each),
          HOUR,
        ),
      ).toEqual(whole);
    }
  });

  it('matches its schema', () => {
    expect(hourStatSchema.parse(hourStat(CHECKS, HOUR))).toEqual(hourStat(CHECKS, HOUR));
  });
});

it.each([
  { values: [], middle: null, average: null },
  { values: [7], middle: 7, average: 7 },
  { values: [1, 2], middle: 1.5, average: 1.5 },
  { values: [9, 1, 2], middle: 2, average: 4 },
  { values: [100, 1, 10, 1000], middle: 55, average: 277.75 },
  { values: [5, 5, 5, 5], middle: 5, average: 5 },
])('of $values the median is $middle and the mean $average', ({ values, middle, average }) => {
  expect(median(values)).toBe(middle);
  expect(mean(values)).toBe(average);
});

it('a median does not reorder its values', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
