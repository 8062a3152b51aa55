import { INTERVALS_MIN } from '@farwatch/core/values/limits';
import { describe, expect, it } from 'vitest';
import { checksPerDay, type Interval, intervalByKey, nearestInterval } from './interval.ts';

describe('nearestInterval', () => {
  it.each([
    [10, 10],
    [12, 10],
    [13, 15],
    [22, 15],
    [23, 30],
    [37, 30],
    [38, 45],
    [52, 45],
    [53, 60],
    [60, 60],
  ])('%i min is %i min', (minutes, expected) => {
    expect(nearestInterval(minutes)).toBe(expected);
  });
});

describe('intervalByKey', () => {
  it.each<[Interval, string, Interval | null]>([
    [10, 'ArrowRight', 15],
    [10, 'ArrowUp', 15],
    [15, 'PageUp', 30],
    [60, 'ArrowRight', 60],
    [60, 'ArrowLeft', 45],
    [15, 'ArrowDown', 10],
    [10, 'PageDown', 10],
    [30, 'Home', 10],
    [30, 'End', 60],
    [30, 'Tab', null],
    [30, 'toString', null],
  ])('from %i min, %s selects %s', (from, key, expected) => {
    expect(intervalByKey(from, key)).toBe(expected);
  });
});

it('results in a whole number of checks per day', () => {
  expect(INTERVALS_MIN.map(checksPerDay)).toEqual([144, 96, 48, 32, 24]);
});
