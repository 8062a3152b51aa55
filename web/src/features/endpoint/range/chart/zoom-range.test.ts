import { DAY_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { points } from '../range-fixture.ts';
import { pointsBetween, zoomRange } from './zoom-range.ts';

it.each([
  [0.1, 0.29, 10, 1, 2],
  [0.29, 0.1, 10, 1, 2],
  [-0.5, 1.5, 10, 0, 9],
  [1, 1, 10, 9, 9],
  [0.5, 0.5, 1, 0, 0],
])('from %d to %d of the chart', (one, other, count, first, last) => {
  expect(pointsBetween(one, other, count)).toEqual({ first, last });
});

const FROM = Date.UTC(2026, 0, 15);
const ten = points(
  FROM,
  DAY_MS,
  Array.from({ length: 10 }, () => ({})),
);
it.each([
  ['days', 1, 2, false, { fromMs: FROM + DAY_MS, toMs: FROM + 3 * DAY_MS }],
  ['one day', 9, 9, false, { fromMs: FROM + 9 * DAY_MS, toMs: FROM + 10 * DAY_MS }],
  ['all of it', 0, 9, false, null],
  ['three hours', 0, 2, true, { fromMs: FROM, toMs: FROM + 3 * DAY_MS }],
  ['two hours', 0, 1, true, null],
  ['nothing', 10, 12, false, null],
])('zooms to %s', (_, first, last, isByHour, expected) => {
  expect(zoomRange(ten, { first, last }, isByHour)).toEqual(expected);
});
