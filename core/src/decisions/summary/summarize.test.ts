import { describe, expect, it } from 'vitest';
import { histogramOf } from '../../values/history/histogram.ts';
import { countsOf, type Step, type TimeStatus } from '../../values/history/levels.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import type { MonitorHistory } from '../history/monitor-range.ts';
import { type SummaryInput, summarize } from './summarize.ts';

/** Monday in UTC; the week before starts 7 days earlier. */
const MONDAY = Date.UTC(2026, 10, 16);
const WEEK = { kind: 'weekly', firstDay: '2026-11-16', timeZone: 'UTC', incidents: [] } as const;

/** Up from two weeks before, but for these: [hour of the week, status]. */
function history(
  changes: readonly (readonly [number, TimeStatus])[],
  ms: { before: number; now: number } | null = null,
) {
  let running = 0;
  const steps = [[-14 * 24, 'up'] as const, ...changes].map(([hour, status]): Step => {
    const started = status === 'down' ? 1 : 0;
    running = started;
    return { atMs: MONDAY + hour * HOUR_MS, counts: countsOf(status), running, started };
  });
  const day = (value: number) => [
    {
      checks: 100,
      failures: 0,
      location: 'tw' as const,
      histogram: histogramOf(Array.from({ length: 100 }, () => value)),
    },
  ];
  const days: MonitorHistory['days'] = ms
    ? new Map([
        [MONDAY - 3 * DAY_MS, day(ms.before)],
        [MONDAY + DAY_MS, day(ms.now)],
      ])
    : new Map();
  return { steps, days };
}

const summaryOf = (monitors: Record<string, MonitorHistory>, changes: Partial<SummaryInput> = {}) =>
  summarize({
    ...WEEK,
    monitors: Object.entries(monitors).map(([name, each]) => ({ id: name, name, history: each })),
    ...changes,
  });

it('contains what each day was, the uptime, and the change against the week before', () => {
  const shop = history([
    [-24, 'down'],
    [-12, 'up'],
    [30, 'down'],
    [36, 'up'],
    [72, 'unknown'],
    [96, 'paused'],
    [120, 'up'],
  ]);
  const summary = summaryOf({ shop });
  expect(summary).toMatchObject({
    firstDay: '2026-11-16',
    lastDay: '2026-11-22',
    fromAt: MONDAY,
    toAt: MONDAY + 7 * DAY_MS,
    monitorCount: 1,
    totals: { outages: 1, downtimeMs: 6 * HOUR_MS },
    monitors: [{ id: 'shop', outages: 1, days: ['up', 'down', 'up', 'unknown', 'none', 'up', 'up'] }],
    gaps: [{ id: 'shop', unknownMs: DAY_MS }],
  });
  expect(summary?.totals.uptime).toBeCloseTo((114 / 120) * 100, 5);
  expect(summary?.totals.change).toBeCloseTo((114 / 120 - 156 / 168) * 100, 5);
});

it('lists those that were down longest first, then the unknown, then the others by name', () => {
  const found = summaryOf({
    zoo: history([]),
    abc: history([]),
    dark: history([[-24, 'unknown']]),
    short: history([
      [1, 'down'],
      [2, 'up'],
    ]),
    long: history([
      [1, 'down'],
      [4, 'up'],
    ]),
  });
  expect(found?.monitors.map(({ id }) => id)).toEqual(['long', 'short', 'dark', 'abc', 'zoo']);
});

it('lists forty of many monitors', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, history([])]));
  const summary = summaryOf(many);
  expect([summary?.monitorCount, summary?.monitors.length]).toEqual([60, 40]);
});

describe('slower', () => {
  it.each([
    { what: 'twice as slow', ms: { before: 200, now: 400 }, isListed: true },
    { what: 'slower by 10 %', ms: { before: 1000, now: 1100 }, isListed: false },
    { what: 'slower by 20 ms', ms: { before: 20, now: 40 }, isListed: false },
    { what: 'faster', ms: { before: 400, now: 200 }, isListed: false },
  ])('$what: $isListed', ({ ms, isListed }) => {
    const summary = summaryOf({ shop: history([], ms) });
    expect(summary?.slower).toHaveLength(isListed ? 1 : 0);
  });

  it('lists those that became slower by the most', () => {
    const summary = summaryOf({
      double: history([], { before: 200, now: 400 }),
      triple: history([], { before: 200, now: 600 }),
    });
    expect(summary?.slower.map(({ id }) => id)).toEqual(['triple', 'double']);
  });
});

it('lists the monitors that were slow in the week, the longest first, unless for less than ten minutes', () => {
  const slowFor = (hours: number, fromHour = 30) => {
    const step = (hour: number, slow: number): Step => {
      return { atMs: MONDAY + hour * HOUR_MS, counts: countsOf('up'), running: 0, started: 0, slow };
    };
    return { steps: [step(-14 * 24, 0), step(fromHour, 1), step(fromHour + hours, 0)], days: new Map() };
  };
  const monitors = { short: slowFor(0.1), long: slowFor(5), longer: slowFor(8), before: slowFor(9, -40) };
  expect(summaryOf(monitors)?.slow).toEqual([
    { id: 'longer', name: 'longer', slowMs: 8 * HOUR_MS },
    { id: 'long', name: 'long', slowMs: 5 * HOUR_MS },
  ]);
});

it.each([
  { what: 'no monitors', monitors: {} },
  { what: 'only paused ones', monitors: { shop: history([[-24, 'paused']]) } },
])('makes none of $what', ({ monitors }) => expect(summaryOf(monitors)).toBeNull());

it('makes one of a week in which nothing was known, and compares it with nothing', () => {
  const summary = summaryOf({ shop: history([[-24, 'unknown']]) });
  expect(summary?.totals).toEqual({ uptime: null, change: null, outages: 0, downtimeMs: 0 });
});
