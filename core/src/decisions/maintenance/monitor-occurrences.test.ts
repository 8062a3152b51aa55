import { expect, test } from 'vitest';
import { maintenanceSample, NOW } from '../../testing/samples.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { expandWindows, keptTime, occurrencesFor, refreshTime, type WindowWithId } from './monitor-occurrences.ts';

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

test('it is refreshed when the first one that it lacks comes within 8 days', () => {
  const refreshAt = refreshTime(WEEKLY, NOW);
  expect(refreshAt).toBe(NOW + 6 * DAY_MS - HOUR_MS / 2);
  expect(refreshTime(maintenanceSample(), NOW)).toBeNull();
});
