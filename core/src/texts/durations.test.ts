import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../values/time.ts';
import { formatDuration, formatTimestamp } from './durations.ts';
import { durations as chinese } from './locales/cn.ts';
import { durations as english } from './locales/en.ts';

it.each([
  { ms: -5, en: '0 s', cn: '0 秒' },
  { ms: 999, en: '0 s', cn: '0 秒' },
  { ms: 6_999, en: '6 s', cn: '6 秒' },
  { ms: 59 * SECOND_MS, en: '59 s', cn: '59 秒' },
  { ms: MINUTE_MS, en: '1 min', cn: '1 分钟' },
  { ms: 67 * SECOND_MS, en: '1 min 7 s', cn: '1 分钟 7 秒' },
  { ms: 59 * MINUTE_MS + 59 * SECOND_MS, en: '59 min 59 s', cn: '59 分钟 59 秒' },
  { ms: HOUR_MS, en: '1 h', cn: '1 小时' },
  { ms: HOUR_MS + 59 * SECOND_MS, en: '1 h', cn: '1 小时' },
  { ms: 2 * HOUR_MS + 5 * MINUTE_MS, en: '2 h 5 min', cn: '2 小时 5 分钟' },
  { ms: DAY_MS, en: '1 d', cn: '1 天' },
  { ms: DAY_MS + 5 * MINUTE_MS, en: '1 d', cn: '1 天' },
  { ms: 3 * DAY_MS + 4 * HOUR_MS + 59 * MINUTE_MS, en: '3 d 4 h', cn: '3 天 4 小时' },
  { ms: 400 * DAY_MS, en: '400 d', cn: '400 天' },
])('formats $ms ms as "$en" and "$cn"', ({ ms, en, cn }) => {
  expect(formatDuration(ms, english)).toBe(en);
  expect(formatDuration(ms, chinese)).toBe(cn);
});

it.each([
  { atMs: Date.UTC(2026, 10, 20, 8, 30, 59), text: '2026-11-20 08:30 UTC' },
  { atMs: Date.UTC(2027, 0, 1), text: '2027-01-01 00:00 UTC' },
])('formats $text', ({ atMs, text }) => {
  expect(formatTimestamp(atMs)).toBe(text);
});

it.each([
  ['UTC', '2026-11-20 12:30 UTC'],
  ['Asia/Taipei', '2026-11-20 20:30 UTC+8'],
  ['Asia/Dhaka', '2026-11-20 18:30 UTC+6'],
  ['Asia/Kathmandu', '2026-11-20 18:15 UTC+5:45'],
  ['America/New_York', '2026-11-20 07:30 UTC-5'],
  ['Pacific/Auckland', '2026-11-21 01:30 UTC+13'],
])('a time in %s', (timeZone, text) => {
  expect(formatTimestamp(Date.UTC(2026, 10, 20, 12, 30, 59), timeZone)).toBe(text);
});
