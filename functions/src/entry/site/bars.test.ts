import { STATUS_PAGE_TEXTS } from '@farwatch/core/texts/status-page/status-page-texts';
import { expect, test } from 'vitest';
import { barsOf } from './bars.ts';
import { formatOf } from './format.ts';

const context = { today: '2026-11-20', texts: STATUS_PAGE_TEXTS.en, format: formatOf('en', 'UTC') };
const bars = (uptime: number[], downSec: number[]) => barsOf({ uptime, downSec }, context).text;
const linesOf = (drawn: string) =>
  [...drawn.matchAll(/<path(?: class="(.)")? d="(.*?)"/g)].map(([, kind = 'u', line]) => [kind, line]);
const titleOf = (drawn: string) => /<title>(.*?)<\/title>/.exec(drawn)?.[1];

test('draws a line over all known days and adjacent days of other kinds over it, the newest at the right', () => {
  const days = Array.from({ length: 90 }, () => 100);
  const drawn = bars(
    days.with(88, 90).with(87, 80).with(50, 90).with(0, -1),
    days.fill(0).with(88, 8640).with(87, 17_280),
  );
  expect(linesOf(drawn)).toEqual([
    ['u', 'M1 4h89'],
    ['d', 'M87 4h2'],
    ['g', 'M0 4h1'],
  ]);
  expect(titleOf(drawn)).toBe('Outages on 2 of 90 days: 18 Nov (4 h 48 min), 19 Nov (2 h 24 min). No data on 1 day');
});

test('a younger component has no data before', () => {
  const drawn = bars([99.9, 100], [86, 0]);
  expect(linesOf(drawn)).toEqual([
    ['u', 'M88 4h2'],
    ['s', 'M88 4h1'],
    ['g', 'M0 4h88'],
  ]);
  expect(titleOf(drawn)).toBe('Outage on 1 of 90 days: 19 Nov (1 min 26 s). No data on 88 days');
});

test('an outage is short by its length, however little of the day is known', () => {
  expect(linesOf(bars([90, 98.8, 97], [120, 1020, 1800]))).toContainEqual(['s', 'M87 4h2']);
  expect(linesOf(bars([90, 98.8, 97], [120, 1020, 1800]))).toContainEqual(['d', 'M89 4h1']);
});

test('of many days with outages the newest are named, and nothing is named without one', () => {
  const many = bars(Array<number>(90).fill(90), Array<number>(90).fill(8640));
  expect(titleOf(many)).toMatch(
    /^Outages on 90 of 90 days, the last 20: 1 Nov \(2 h 24 min\), .* 20 Nov \(2 h 24 min\)$/,
  );
  expect(titleOf(bars(Array<number>(90).fill(100), Array<number>(90).fill(0)))).toBe('Last 90 days: no outage');
});
