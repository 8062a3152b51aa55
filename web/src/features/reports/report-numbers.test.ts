import { afterEach, expect, test, vi } from 'vitest';
import * as zone from '../../lib/time/viewer-zone.ts';
import { reportFileName } from './report-numbers.ts';

afterEach(() => vi.restoreAllMocks());

/** November in each zone. */
test.each([
  ['Asia/Taipei', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
  ['UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['Asia/Dhaka', '2026-10-31T18:00:00.000Z', '2026-11-30T18:00:00.000Z'],
])('a report’s files are named by the days of its zone, %s', (timeZone, from, to) => {
  vi.spyOn(zone, 'viewerZone').mockReturnValue(timeZone);
  expect(reportFileName({ from, to }, 'report')).toBe('farwatch-report-2026-11-01-2026-11-30');
});
