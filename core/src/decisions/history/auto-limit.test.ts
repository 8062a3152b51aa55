import { describe, expect, it } from 'vitest';
import { checkCell } from '../../values/history/check-cell.ts';
import type { EndpointDay } from '../../values/history/day-codec.ts';
import { countsOf } from '../../values/history/levels.ts';
import type { LocationCode } from '../../values/locations.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { autoLimit, isLimitDue } from './auto-limit.ts';

const day = (ms: number, slowMs = 0, location: LocationCode = 'tw', index = 0): EndpointDay => {
  const dayAt = index * DAY_MS;
  const up = { counts: countsOf('up'), running: 0, started: 0 };
  const check = { endpoint: 'a', at: dayAt, ms, statusCode: 200, error: null };
  return {
    steps: [
      { ...up, atMs: dayAt, slow: slowMs > 0 ? 1 : 0 },
      { ...up, atMs: dayAt + slowMs },
    ],
    cells: [{ hourAt: dayAt, location, ...checkCell(Array.from({ length: 100 }, () => check)) }],
  };
};

/** The day, in which it was pending for a second. */
const started = ({ steps: [first, ...rest], cells }: EndpointDay): EndpointDay => {
  const atMs = (first?.atMs ?? 0) + HOUR_MS;
  const pending = { atMs, counts: countsOf('pending'), running: 0, started: 0 };
  const again = { ...pending, atMs: atMs + 1_000, counts: countsOf('up') };
  return {
    steps: [...(first ? [first] : []), pending, again, ...rest.filter((each) => each.atMs > again.atMs)],
    cells,
  };
};

const slowDay = () => day(2_000, DAY_MS / 2);
const slowDays = (count: number) => Array.from({ length: count }, slowDay);

describe('the limit that auto means', () => {
  it.each<[string, EndpointDay[], number | null]>([
    ['three times the 95th percentile', [day(200), day(200), day(200)], 600],
    ['none with two days', [day(200), day(200)], null],
    ['none with days of another location', [day(200), day(200), day(200, 0, 'th')], null],
    ['at least 100 ms', [day(5), day(5), day(5)], 100],
    ['at most 30 s', [day(20_000), day(20_000), day(20_000)], 30_000],
    ['without a day that was slow for three hours', [day(200), day(200), day(200), day(9_000, 3 * HOUR_MS)], 600],
    ['of the days since it started over', [day(200), day(200), started(day(9_000)), day(9_000), day(9_000)], 27_000],
    ['none with two days since it started over', [day(200), day(200), started(day(9_000)), day(9_000)], null],
    ['none if all days were slow', [day(200, DAY_MS / 2), day(200, DAY_MS / 2), day(200, DAY_MS / 2)], null],
    ['none after six slow days', slowDays(6), null],
    ['that of seven slow days in a row', slowDays(7), 6_000],
    ['none if one of seven days was not slow', [day(200), ...slowDays(6)], null],
    ['none if one of seven slow days had no checks there', [day(200, DAY_MS / 2, 'th'), ...slowDays(6)], null],
    ['none of seven slow days if it started over in the second', [slowDay(), started(slowDay()), ...slowDays(5)], null],
    ['that of few usual days between slow ones', [day(200), day(200), day(200), ...slowDays(4)], 600],
  ])('is %s', (_, days, expected) => {
    const limit = autoLimit(days, 'tw');
    if (expected === null) expect(limit).toBeNull();
    else expect(Math.abs((limit ?? 0) - expected)).toBeLessThanOrEqual(expected * 0.05);
  });
  it.each([
    [undefined, 500, true],
    [500, 550, false],
    [500, 551, true],
    [500, 449, true],
    [500, 450, false],
  ])('from %j to %i is due: %s', (used, derived, isDue) => {
    expect(isLimitDue(used, derived)).toBe(isDue);
  });
});
