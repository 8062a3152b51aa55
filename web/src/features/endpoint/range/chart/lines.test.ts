import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import { DAY_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { points } from '../range-fixture.ts';
import { checksOf, highestOf, locationLines, percentileLines, phaseLines, stacked } from './lines.ts';

const tw = { location: 'tw', checks: 10, failures: 1, p50Ms: 40, p95Ms: null, p99Ms: null } as const;
const th = { location: 'th', checks: 20, failures: 0, p50Ms: 60, p95Ms: 90, p99Ms: null } as const;
const none = { checks: 0, failures: 0, p50Ms: null, p95Ms: null, p99Ms: null, phases: null };
const days: HistoryPoint[] = points(Date.UTC(2026, 0, 15), DAY_MS, [
  { checks: 30, failures: 1, p50Ms: 50, p95Ms: 80, p99Ms: null, locations: [tw, th] },
  {
    checks: 20,
    failures: 0,
    locations: [th],
    phases: { dnsMs: null, connectMs: 20, tlsMs: null, firstByteMs: 30, bodyMs: 1 },
  },
  none,
]);

it('draws percentiles of all locations together or of one', () => {
  expect(percentileLines(days, 'all').map(({ values }) => values)).toEqual([
    [50, 100, null],
    [80, 180, null],
    [null, 240, null],
  ]);
  expect(percentileLines(days, 'tw').map(({ values }) => values)).toEqual([
    [40, null, null],
    [null, null, null],
    [null, null, null],
  ]);
  expect(highestOf(percentileLines(days, 'all'))).toBe(240);
  expect(highestOf(percentileLines(days, 'bd'))).toBe(0);
});

it('draws the median of each location', () => {
  expect(locationLines(days, ['tw', 'th'])).toEqual([
    { id: 'tw', values: [40, null, null] },
    { id: 'th', values: [60, 60, null] },
  ]);
});

it('counts the checks of what is shown', () => {
  const counts = (view: 'all' | 'each' | 'tw') =>
    checksOf(days, view).map(({ checks, failures }) => [checks, failures]);
  expect(counts('each')).toEqual(counts('all'));
  expect(counts('all')).toEqual([
    [30, 1],
    [20, 0],
    [0, 0],
  ]);
  expect(counts('tw')).toEqual([
    [10, 1],
    [0, 0],
    [0, 0],
  ]);
});

it('stacks phases, of which some were not needed', () => {
  expect(stacked(phaseLines(days))).toEqual([
    { id: 'dns', values: [10, 0, null] },
    { id: 'connect', values: [30, 20, null] },
    { id: 'tls', values: [60, 20, null] },
    { id: 'firstByte', values: [95, 50, null] },
    { id: 'body', values: [100, 51, null] },
  ]);
});
