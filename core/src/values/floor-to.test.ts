import { expect, test } from 'vitest';
import { floorTo } from './floor-to.ts';
import { DAY_MS, SECOND_MS } from './time.ts';

const uptime = (days: number, downSec: number) => 100 * (1 - (downSec * SECOND_MS) / (days * DAY_MS));

test.each([
  ['a month with a second', uptime(30, 1), 4, 99.9999],
  ['a month with a second', uptime(30, 1), 2, 99.99],
  ['a year with a second', uptime(365, 1), 4, 99.9999],
  ['200 endpoints over a year with a second of one', uptime(365 * 200, 1), 4, 99.9999],
  ['a day with a second', uptime(1, 1), 3, 99.998],
  ['no downtime', uptime(31, 0), 4, 100],
  ['no uptime', 0, 2, 0],
  ['a sum that is not exact', 0.1 + 0.2, 1, 0.3],
  ['two decimals', 100 * (9998 / 10_000), 2, 99.98],
  ['a negative difference', -0.000_04, 4, -0.0001],
])('%s: %d to %i decimals', (_what, value, decimals, expected) => {
  expect(floorTo(value, decimals)).toBe(expected);
});
