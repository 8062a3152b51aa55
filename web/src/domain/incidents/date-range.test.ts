import { DAY_MS } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import { dayOf, daysProblem, spanOfDays } from './date-range.ts';

const now = new Date(2026, 10, 26, 12).getTime();

it.each([
  ['2026-11-26', '2026-11-26', 1],
  ['2026-11-20', '2026-11-26', 7],
  ['2026-02-27', '2026-03-01', 3],
  ['2025-12-31', '2026-01-01', 2],
])('%s to %s are %i days', (from, to, days) => {
  const { fromMs, toMs } = spanOfDays(from, to);
  // Clocks may change in between.
  expect(Math.round((toMs - fromMs) / DAY_MS)).toBe(days);
  expect([dayOf(fromMs), dayOf(toMs - 1)]).toEqual([from, to]);
  expect(dayOf(fromMs - 1)).not.toBe(from);
});

describe('daysProblem', () => {
  it.each([
    ['2026-11-01', '2026-11-26', null],
    ['2026-11-26', '2026-11-26', null],
    ['2026-11-26', '2026-12-24', null],
    ['2025-10-23', '2026-11-26', null],
    ['2025-10-20', '2026-11-26', { field: 'from', problem: 'tooLong' }],
    ['2024-01-01', '2025-01-01', null],
    ['2026-11-27', '2026-11-28', { field: 'from', problem: 'future' }],
    ['2026-11-10', '2026-11-09', { field: 'to', problem: 'reversed' }],
    ['', '2026-11-09', { field: 'from', problem: 'missing' }],
    ['2026-11-10', '', { field: 'to', problem: 'missing' }],
  ])('%s to %s: %o', (from, to, expected) => {
    expect(daysProblem(from, to, now)).toEqual(expected);
  });
});
