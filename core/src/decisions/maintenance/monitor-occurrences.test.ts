import { describe, expect, test } from 'vitest';
import type { Maintenance } from '../../documents/maintenance.ts';
import { maintenanceSample, NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import {
  expandWindows,
  keptTime,
  needsRefresh,
  occurrencesFor,
  planWindow,
  type WindowWithId,
} from './monitor-occurrences.ts';
import { isPlanned } from './occurrences.ts';

const WEEKLY = { ...maintenanceSample({ rule: 'FREQ=WEEKLY' }), id: 'weekly' };

/** What the document of the monitor m1 has at a time. */
const occurrencesAt = (windows: WindowWithId[], nowMs: number) =>
  occurrencesFor(expandWindows(windows, keptTime(nowMs)), 'm1');

test('a monitor has the occurrences of the windows that name it, and of those for all', () => {
  const windows = [
    { ...maintenanceSample({ start: '2026-11-22T10:00', monitors: ['m1'] }), id: 'named' },
    { ...maintenanceSample({ start: '2026-11-21T10:00', monitors: null }), id: 'all' },
    { ...maintenanceSample({ start: '2026-11-21T10:00', monitors: ['m2'] }), id: 'other' },
  ];
  expect(occurrencesAt(windows, NOW).map(({ id }) => id)).toEqual(['all', 'named']);
});

test('a document has what ended within 25 hours and what starts within 8 days', () => {
  const starts = occurrencesAt([WEEKLY], NOW).map(({ startsAt }) => (startsAt - NOW) / HOUR_MS);
  // The sample starts 30 minutes before NOW and takes an hour.
  expect(starts).toEqual([-0.5, 7 * 24 - 0.5]);
  expect(occurrencesAt([WEEKLY], NOW + 25.5 * HOUR_MS - 1)).toHaveLength(2);
  expect(occurrencesAt([WEEKLY], NOW + 25.5 * HOUR_MS)).toHaveLength(1);
});

describe('a window is refreshed', () => {
  const daysUntil = (window: Maintenance, nowMs = NOW) => {
    const { refreshAt } = planWindow(window, nowMs);
    return refreshAt === null ? null : (refreshAt - NOW) / DAY_MS;
  };

  test.each([
    ['when the first occurrence that monitors lack comes within 8 days', 'FREQ=WEEKLY', 6 - 0.5 / 24],
    ['60 days before the last one that is stored', 'FREQ=YEARLY', 305 - 0.5 / 24],
    ['never, once all are stored', 'FREQ=DAILY;COUNT=3', null],
    ['never, if it takes place once', null, null],
  ])('%s', (_, rule, days) => {
    expect(daysUntil(maintenanceSample({ rule }))).toBe(days);
  });

  test('with more starts when those that are stored come to an end', () => {
    const first: Maintenance = planWindow(WEEKLY, NOW);
    expect([0, 29, 40].map((days) => isPlanned(first, NOW + days * DAY_MS))).toEqual([true, true, false]);
    const later = NOW + 40 * DAY_MS;
    expect(needsRefresh(first, later)).toBe(true);
    const second = planWindow(first, later);
    expect(isPlanned(second, later)).toBe(true);
    expect(second.planned?.starts.at(-1)).toBeGreaterThan(later + 80 * DAY_MS);
    expect(planWindow(second, later)).toEqual(second);
  });
});
