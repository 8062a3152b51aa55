import { HOUR_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import {
  type ChartHour,
  chartHours,
  hourTicks,
  isAbove,
  isolatedMedians,
  msTicks,
  scaleTopMs,
  topOf,
} from './chart-hours.ts';

const first = Date.UTC(2026, 0, 15);
const hour = (index: number, medianMs: number | null, rest: Partial<ChartHour> = {}): ChartHour => {
  const count = medianMs === null ? 0 : 6;
  return { atMs: first + index * HOUR_MS, count, failures: 0, medianMs, successMs: medianMs, failureMs: null, ...rest };
};

it('reads the API’s hours', () => {
  const metrics = { count: 3, failures: 1, medianMs: 80.5, successAverageMs: 79, failureAverageMs: 10_000 };
  const none = { count: 0, failures: 0, medianMs: null, successAverageMs: null, failureAverageMs: null };
  const date = new Date(first).toISOString();
  expect(
    chartHours([
      { date, ...metrics, locations: [] },
      { date, ...none, locations: [] },
    ]),
  ).toEqual([
    { atMs: first, count: 3, failures: 1, medianMs: 81, successMs: 79, failureMs: 10_000 },
    { atMs: first, count: 0, failures: 0, medianMs: null, successMs: null, failureMs: null },
  ]);
});

it('finds the medians without a neighbour', () => {
  const hours = [hour(0, 10), hour(1, null), hour(2, 20), hour(3, 30), hour(4, null), hour(5, 0), hour(6, null)];
  expect(isolatedMedians(hours).map((each) => each.medianMs)).toEqual([10, 0]);
});

it.each<[string, ChartHour[], number]>([
  ['nothing', [hour(0, null)], 0],
  ['the slowest success', [hour(0, 80), hour(1, null), hour(2, 90)], 90],
  ['a failure that takes a little longer', [hour(0, 80), hour(1, 90, { failureMs: 320 })], 320],
  ['the successes if a timeout takes far longer', [hour(0, 80), hour(1, 90, { failureMs: 10_000 })], 90],
  ['the successes if an hour had only timeouts', [hour(0, 80), hour(1, 10_000, { successMs: null })], 80],
  ['the failures if there are no successes', [hour(0, 10_000, { successMs: null, failureMs: 10_000 })], 10_000],
])('reaches up to %s', (_, hours, expected) => {
  expect(scaleTopMs(hours)).toBe(expected);
});

it('detects values above the scale', () => {
  const hours = [hour(0, 80), hour(1, 90, { failureMs: 10_000 })];
  expect(topOf(hours)).toBe(100);
  expect(isAbove(hours, topOf(hours))).toBe(true);
  expect(isAbove(hours.slice(0, 1), 80)).toBe(false);
  expect(isAbove([hour(0, 120)], 100)).toBe(true);
});

describe('msTicks', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [84, [0, 25, 50, 75, 100]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [812, [0, 250, 500, 750, 1000]],
    [10_000, [0, 2500, 5000, 7500, 10_000]],
    [120_000, [0, 50_000, 100_000, 150_000]],
  ])('up to %i', (highest, expected) => {
    expect(msTicks(highest)).toEqual(expected);
  });
});

it('labels hours of the viewer’s day, also in a zone with half-hour offset', () => {
  const hours = Array.from({ length: 24 }, (_, index) => hour(index, 1));
  const kolkata = (atMs: number) => Math.floor((atMs / HOUR_MS + 5.5) % 24);
  const ticks = hourTicks(hours, 6, kolkata);
  expect(ticks.map((atMs) => (atMs - first) / HOUR_MS)).toEqual([1, 7, 13, 19]);
});
