import { MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { sampleCheck } from '../spool/testing/sample.ts';
import { admission, laneOf, windowsFor } from './reporter.ts';

const W0 = 1_800_000_000_000;
const NOW = W0 + 14 * MINUTE_MS;

test.each([
  [0, 'live'],
  [9 * MINUTE_MS, 'live'],
  [9.5 * MINUTE_MS - 1, 'live'],
  [9.5 * MINUTE_MS, 'backfill'],
  [60 * MINUTE_MS, 'backfill'],
  [-5_000, 'live'],
])('a check %i ms old is %s', (ageMs, expected) => {
  expect(laneOf(NOW - ageMs, NOW)).toBe(expected);
});

test('a window may hold checks for both lanes; the oldest comes first', () => {
  const windows = [W0 + WINDOW_MS, W0, W0 - WINDOW_MS];
  expect(windowsFor('live', windows, NOW)).toEqual([W0, W0 + WINDOW_MS]);
  expect(windowsFor('backfill', windows, NOW)).toEqual([W0 - WINDOW_MS, W0]);
});

describe('a report admits', () => {
  const young = sampleCheck('young', NOW - MINUTE_MS);
  const old = sampleCheck('old', NOW - 12 * MINUTE_MS);
  test('only its lane', () => {
    expect([young, old].filter(admission('live', new Map(), NOW))).toEqual([young]);
    expect([young, old].filter(admission('backfill', new Map(), NOW))).toEqual([old]);
  });
  test('one generation of an owner: the first met, or that of the verdicts', () => {
    const previous = { ...young, generation: 1 };
    const present = { ...young, generation: 2 };
    const other = { ...young, ownerId: 'o2', generation: 7 };
    const all = [previous, present, other];
    expect(all.filter(admission('live', new Map(), NOW))).toEqual([previous, other]);
    expect(all.filter(admission('live', new Map([['o1', 2]]), NOW))).toEqual([present, other]);
  });
});
