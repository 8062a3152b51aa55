import { DAY_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import {
  calendarDay,
  dayOfWeek,
  exactTime,
  fullDate,
  gmtOffset,
  hourRange,
  listedTime,
  loggedTime,
  pastDate,
  periodText,
  shortDate,
  timeOfDay,
  timeRange,
  untilTime,
} from './dates.ts';

const at = Date.UTC(2026, 0, 15, 6, 5, 9);

it('gives short and exact times in the viewer’s zone and language', () => {
  expect(shortDate(at, 'en', 'Asia/Taipei')).toBe('Jan 15, 14:05');
  expect(exactTime(at, 'en', 'Asia/Taipei')).toBe('Jan 15, 2026, 14:05:09 GMT+8');
  expect(loggedTime(at, 'en', 'Asia/Taipei')).toBe('Jan 15, 14:05:09');
  expect(shortDate(at, 'cn', 'Asia/Taipei')).toBe('1月15日 14:05');
  expect(exactTime(at, 'cn', 'Asia/Taipei')).toBe('2026年1月15日 14:05:09 GMT+8');
  expect(fullDate(at, 'en', 'America/Los_Angeles')).toBe('Jan 14, 2026');
  expect(fullDate(at, 'cn', 'Asia/Taipei')).toBe('2026年1月15日');
});

it.each([
  ['Asia/Taipei', 'Jan 15', '14:00–15:00 GMT+8'],
  ['Asia/Kolkata', 'Jan 15', '11:30–12:30 GMT+5:30'],
  ['America/Los_Angeles', 'Jan 14', '22:00–23:00 GMT-8'],
  ['UTC', 'Jan 15', '06:00–07:00 GMT'],
])('shows a UTC hour in the time zone %s', (zone, day, range) => {
  expect(hourRange(Date.UTC(2026, 0, 15, 6), 'en', zone)).toEqual({ day, range });
});

it.each([
  ['Asia/Kolkata', '11:35', 'GMT+5:30'],
  ['UTC', '06:05', 'GMT'],
])('gives the time of day and the offset in %s', (zone, time, offset) => {
  expect([timeOfDay(at, 'en', zone), gmtOffset(at, 'en', zone)]).toEqual([time, offset]);
});

it.each([
  ['en', 'Jan 15, 2026'],
  ['cn', '2026年1月15日'],
] as const)('writes a calendar date in %s', (language, text) => {
  expect(calendarDay('2026-01-15', language)).toBe(text);
});

it('names a calendar day, whatever the zone', () => {
  expect(dayOfWeek('2026-01-15', 'en')).toBe('Thu, Jan 15');
  expect(dayOfWeek('2026-01-15', 'en', true)).toBe('Jan 15');
  expect(dayOfWeek('2026-01-15', 'cn')).toBe('1月15日周四');
});

it.each([
  [at, 0, 'Jan 15, 14:05'],
  [at, 350, 'Jan 15, 14:05'],
  [at, 351, 'Jan 15, 2026'],
  [at - 20 * DAY_MS, 20, 'Dec 26, 2025, 14:05'],
])('writes %d, %d days later, so that its year is clear', (atMs, days, text) => {
  expect(pastDate(atMs, atMs + days * DAY_MS, 'en', 'Asia/Taipei')).toBe(text);
});

it('lists a time of another year with it', () => {
  expect(listedTime(at, at + DAY_MS, 'en', 'Asia/Taipei')).toBe('Jan 15, 14:05:09');
  expect(listedTime(at, at - 20 * DAY_MS, 'en', 'Asia/Taipei')).toBe('Jan 15, 2026, 14:05:09');
  expect(listedTime(at, at + DAY_MS, 'cn', 'Asia/Taipei')).toBe('1月15日 14:05:09');
});

it('includes the year of an old date in Chinese', () => {
  expect(pastDate(at, at + 400 * DAY_MS, 'cn', 'Asia/Taipei')).toBe('2026年1月15日');
});

it('gives periods, with both days if they differ', () => {
  const end = Date.UTC(2026, 0, 15, 17);
  expect(periodText(at, end, at, 'en', 'UTC')).toBe('Thu, Jan 15, 06:05–17:00');
  expect(periodText(at, end, at, 'en', 'Asia/Taipei')).toBe('Thu, Jan 15, 14:05 – Fri, Jan 16, 01:00');
  expect(periodText(at, end, at - 301 * DAY_MS, 'en', 'UTC')).toBe('Thu, Jan 15, 2026, 06:05–17:00');
  expect(timeRange(at, end, 'en', 'UTC')).toBe('06:05–17:00');
  expect(untilTime(end, at, 'en', 'UTC')).toBe('17:00');
  expect(untilTime(end, at, 'en', 'Asia/Taipei')).toBe('Jan 16, 01:00');
});
