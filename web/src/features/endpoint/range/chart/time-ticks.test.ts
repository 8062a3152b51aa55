import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const FROM = Date.UTC(2026, 0, 15, 4);
const every = (stepMs: number, count: number, fromMs = FROM) =>
  Array.from({ length: count }, (_, index) => fromMs + index * stepMs);
const utc = wallClock('UTC');

it.each([
  [
    '24 hours',
    every(HOUR_MS, 24),
    utc,
    8,
    ['1.5 06:00', '4.5 09:00', '7.5 12:00', '10.5 15:00', '13.5 18:00', '16.5 21:00', '19.5 00:00', '22.5 03:00'],
  ],
  ['24 hours on a phone', every(HOUR_MS, 24), utc, 4, ['1.5 06:00', '7.5 12:00', '13.5 18:00', '19.5 00:00']],
  [
    'hours that start at half past',
    every(HOUR_MS, 12),
    wallClock('Asia/Kolkata'),
    4,
    ['-0.5 09:30', '2.5 12:30', '5.5 15:30', '8.5 18:30'],
  ],
  ['7 days by hour', every(HOUR_MS, 168), utc, 4, ['19.5 01-16', '67.5 01-18', '115.5 01-20', '163.5 01-22']],
  [
    '30 days',
    every(DAY_MS, 30, Date.UTC(2026, 0, 1)),
    utc,
    5,
    ['0 01-01', '7 01-08', '14 01-15', '21 01-22', '28 01-29'],
  ],
  ['a year', every(DAY_MS, 365, Date.UTC(2026, 0, 15)), utc, 4, ['17 02-01', '106 05-01', '198 08-01', '290 11-01']],
  ['30 days with wide labels', every(DAY_MS, 30, Date.UTC(2026, 0, 1)), utc, 4, ['0 01-01', '14 01-15', '28 01-29']],
  ['one day', every(DAY_MS, 1, Date.UTC(2026, 0, 15)), utc, 4, ['0 01-15']],
  ['nothing', [], utc, 4, []],
])('labels %s', (_, startsMs, clock, most, expected) => {
  const ticks = timeTicks(startsMs, clock, most);
  const shown = ticks.map(({ x, atMs, kind }) => {
    const local = new Date(atMs + clock.offsetMs(atMs)).toISOString();
    return `${x} ${kind === 'time' ? local.slice(11, 16) : local.slice(5, 10)}`;
  });
  expect(shown).toEqual(expected);
});
