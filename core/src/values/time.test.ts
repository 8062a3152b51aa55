import { expect, it } from 'vitest';
import { displayedLengthMs, hourStart, windowStart } from './time.ts';

it.each([
  { at: '2026-11-20T12:30:00.000Z', window: '2026-11-20T12:30:00.000Z', hour: '2026-11-20T12:00:00.000Z' },
  { at: '2026-11-20T12:39:59.999Z', window: '2026-11-20T12:30:00.000Z', hour: '2026-11-20T12:00:00.000Z' },
  { at: '2026-11-20T23:59:59.999Z', window: '2026-11-20T23:50:00.000Z', hour: '2026-11-20T23:00:00.000Z' },
  { at: '2026-11-21T00:00:00.000Z', window: '2026-11-21T00:00:00.000Z', hour: '2026-11-21T00:00:00.000Z' },
])('$at lies in the window of $window and the hour of $hour', ({ at, window, hour }) => {
  expect(new Date(windowStart(Date.parse(at))).toISOString()).toBe(window);
  expect(new Date(hourStart(Date.parse(at))).toISOString()).toBe(hour);
});

it.each([
  { from: 1_900, to: 10_100, ms: 9_000 },
  { from: 1_000, to: 1_999, ms: 0 },
  { from: 5_000, to: 4_000, ms: 0 },
])('$from to $to takes $ms ms, between the displayed seconds', ({ from, to, ms }) => {
  expect(displayedLengthMs(from, to)).toBe(ms);
});
