import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { expect, it } from 'vitest';
import { type BarState, barsOf } from './day-bars.ts';
import { points } from './range-fixture.ts';

const FROM = Date.UTC(2026, 0, 15);
const utc = wallClock('UTC');
const times = (count: number) => Array.from({ length: count }, () => ({}));

it.each([
  ['24 hours', HOUR_MS, 24, utc, 'hour', 24],
  ['48 hours', HOUR_MS, 48, utc, 'hour', 48],
  ['49 hours', HOUR_MS, 49, utc, 'day', 3],
  ['49 hours elsewhere', HOUR_MS, 49, wallClock('Asia/Taipei'), 'day', 3],
  ['7 days by hour', HOUR_MS, 168, utc, 'day', 7],
  ['7 days by hour elsewhere', HOUR_MS, 168, wallClock('Asia/Taipei'), 'day', 8],
  ['one day', DAY_MS, 1, utc, 'day', 1],
  ['91 days', DAY_MS, 91, utc, 'day', 91],
  ['366 days', DAY_MS, 366, utc, 'week', 53],
] as const)('divides %s', (_, lengthMs, count, clock, unit, expected) => {
  const result = barsOf(points(FROM, lengthMs, times(count)), clock);
  expect([result.unit, result.bars.length]).toEqual([unit, expected]);
});

it('ends with a whole week', () => {
  const { bars } = barsOf(points(FROM, DAY_MS, times(120)), utc);
  const days = bars.map(({ fromMs, toMs }) => (toMs - fromMs) / DAY_MS);
  expect(days).toEqual([1, ...Array.from({ length: 17 }, () => 7)]);
});

const UNKNOWN = { knownSec: 0, uptime: null };
it.each<[string, object, BarState, number | null]>([
  ['up', {}, 'UP', 100],
  ['down for six hours', { downtimeSec: 21_600 }, 'MIXED', 75],
  ['down', { downtimeSec: 86_400 }, 'DOWN', 0],
  ['unknown', { ...UNKNOWN, unknownSec: 86_400 }, 'N/A', null],
  ['in maintenance', { ...UNKNOWN, maintenanceSec: 86_400 }, 'MAINTENANCE', null],
  ['mostly paused', { ...UNKNOWN, maintenanceSec: 100, pausedSec: 86_300 }, 'PAUSED', null],
  ['up between pauses', { knownSec: 60, pausedSec: 86_340 }, 'UP', 100],
])('shows a day that was %s', (_, changes, state, uptime) => {
  const [bar] = barsOf(points(FROM, DAY_MS, [changes]), utc).bars;
  expect(bar?.state).toBe(state);
  expect(bar?.uptime ?? null).toBe(uptime);
});

it('adds the hours of a day', () => {
  const hours = points(FROM, HOUR_MS, [{ downtimeSec: 1800 }, ...times(47), { ...UNKNOWN }]);
  const [first, second, third] = barsOf(hours, utc).bars;
  expect(first).toMatchObject({ state: 'MIXED', downtimeSec: 1800, fromMs: FROM, toMs: FROM + DAY_MS });
  expect(second).toMatchObject({ state: 'UP', uptime: 100 });
  expect(third).toMatchObject({ state: 'N/A', fromMs: FROM + 2 * DAY_MS, toMs: FROM + 2 * DAY_MS + HOUR_MS });
});
