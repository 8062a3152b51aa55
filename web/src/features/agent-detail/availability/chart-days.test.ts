import { expect, it } from 'vitest';
import { dayTicks, percentTicks, utcDayToOpen } from './chart-days.ts';

const days = (...uptimes: (number | null)[]) =>
  uptimes.map((uptime, index) => ({ date: `2026-11-${String(index + 1).padStart(2, '0')}`, uptime }));

it.each([
  { rule: 'starts at 90', uptimes: [100, 90, null], ticks: [90, 92, 94, 96, 98, 100] },
  { rule: 'starts at 50 after a bad day', uptimes: [100, 89.9], ticks: [50, 60, 70, 80, 90, 100] },
  { rule: 'starts at 0 after a day of downtime', uptimes: [100, 0], ticks: [0, 20, 40, 60, 80, 100] },
  { rule: 'starts at 90 without data', uptimes: [null], ticks: [90, 92, 94, 96, 98, 100] },
])('the scale $rule', ({ uptimes, ticks }) => {
  expect(percentTicks(days(...uptimes))).toEqual(ticks);
});

it('labels the last day and every third before it', () => {
  const labelled = dayTicks(days(1, 2, 3, 4, 5, 6, 7), 3).map((at) => new Date(at).getUTCDate());
  expect(labelled).toEqual([1, 4, 7]);
});

it.each([
  ['2026-11-20', '2026-11-20T00:00:00Z', '2026-11-20'],
  ['2026-11-19', '2026-11-20T12:00:00Z', '2026-11-19'],
  ['2026-11-20', '2026-11-19T23:59:59Z', '2026-11-19'],
])('opens the day %s at %s as the UTC day %s', (date, now, utcDay) => {
  expect(utcDayToOpen(date, Date.parse(now))).toBe(utcDay);
});
