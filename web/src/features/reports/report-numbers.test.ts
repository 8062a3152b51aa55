import { expect, test } from 'vitest';
import { reportFileName } from './report-numbers.ts';

/** November in each zone. */
test.each([
  ['Asia/Taipei', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
  ['UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['Asia/Dhaka', '2026-10-31T18:00:00.000Z', '2026-11-30T18:00:00.000Z'],
  ['Asia/Kolkata', '2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
])('a report’s files are named by the days of its zone, %s', (timeZone, from, to) => {
  expect(reportFileName({ from, to }, 'report', timeZone)).toBe('farwatch-report-2026-11-01-2026-11-30');
});
