import { describe, expect, test } from 'vitest';
import { addDays, dateSchema, timeZoneInputSchema, timeZoneSchema, wallClock } from './zone.ts';

describe('dayStart', () => {
  test.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00Z'],
    ['Asia/Taipei', '2026-11-20', '2026-11-19T16:00Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30Z'],
    ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00Z'],
    // The clock goes from 24:00 to 01:00, and from 24:00 back to 23:00.
    ['Asia/Beirut', '2025-03-30', '2025-03-29T22:00Z'],
    ['Asia/Beirut', '2025-10-26', '2025-10-25T22:00Z'],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00Z'],
    ['Pacific/Niue', '2026-11-20', '2026-11-20T11:00Z'],
  ])('%s %s starts at %s', (zone, date, expected) => {
    const start = wallClock(zone).dayStart(date);
    expect(new Date(start).toISOString()).toBe(new Date(expected).toISOString());
    expect(wallClock(zone).at(start).date).toBe(date);
    expect(wallClock(zone).at(start - 1).date).toBe(addDays(date, -1));
  });
});

test('the wall clock returns date and hour', () => {
  const { at, offsetMs } = wallClock('Asia/Kolkata');
  expect(at(Date.parse('2026-11-20T18:29:59.999Z'))).toEqual({ date: '2026-11-20', hour: 23 });
  expect(at(Date.parse('2026-11-20T18:30Z'))).toEqual({ date: '2026-11-21', hour: 0 });
  expect(offsetMs(Date.parse('2026-11-20T18:30:00.5Z'))).toBe(5.5 * 3_600_000);
});

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test.each(['UTC', 'Asia/Taipei', 'America/Argentina/Buenos_Aires', '+05:30'])('%s is a zone', (zone) => {
  expect(timeZoneSchema.safeParse(zone).success).toBe(true);
});

test.each(['', 'Mars/Base', 'Asia/Taipei ', 'a'.repeat(65), '__proto__', 'UTC\n', 5, null])('%j is no zone', (zone) => {
  expect(timeZoneSchema.safeParse(zone).success).toBe(false);
});

test.each(['CST', 'IST', 'EST', 'BST', 'cst', 'Pst', 'MST', 'AST', 'SST'])('%s is ambiguous', (zone) => {
  const { error } = timeZoneInputSchema.safeParse(zone);
  const message = error?.issues[0]?.message ?? '';
  expect(message).toMatch(/^ambiguous: use \S+\/\S+, .* or another IANA time zone$/);
  const proposed = message.match(/\w+(?:\/\w+)+/g) ?? [];
  expect(proposed.length).toBeGreaterThan(1);
  for (const each of proposed) expect(timeZoneInputSchema.safeParse(each).success).toBe(true);
  // Documents that have it stay readable.
  expect(timeZoneSchema.safeParse(zone).success).toBe(true);
});

test.each(['UTC', 'GMT', 'CST6CDT', 'JST', 'CET', 'ROC', '+08:00', 'Etc/GMT+8', 'Asia/Taipei'])(
  '%s means one zone',
  (zone) => {
    expect(timeZoneInputSchema.safeParse(zone).success).toBe(true);
  },
);

test.each(['__proto__', 'constructor', 'XYZ', 'CEST'])('%s is no zone in a request either', (zone) => {
  expect(timeZoneInputSchema.safeParse(zone).error?.issues).toMatchObject([{ message: 'not a time zone' }]);
});

test.each(['2026-11-20', '2024-02-29', '2000-01-01'])('%s is a date', (date) => {
  expect(dateSchema.safeParse(date).success).toBe(true);
});

test.each(['', '2026-2-3', '2026-02-30', '2025-02-29', '1999-12-31', '3000-01-01', '2026-11-20T00:00Z', 'today', 5])(
  '%j is no date',
  (date) => {
    expect(dateSchema.safeParse(date).success).toBe(false);
  },
);
