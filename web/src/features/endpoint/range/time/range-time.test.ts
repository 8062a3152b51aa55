import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { describe, expect, it } from 'vitest';
import { type ChosenRange, rangeIn } from './range-address.ts';
import {
  type DatesProblem,
  datesOf,
  datesProblem,
  endOfRange,
  isAbout,
  resolutionOf,
  STEP_MS,
  shownTime,
} from './range-time.ts';

const TODAY = '2026-03-10';
const NOW = Date.UTC(2026, 2, 10, 4, 7, 30);
const taipei = wallClock('Asia/Taipei');
const chosen = (query: string): ChosenRange => rangeIn(new URLSearchParams(query));

describe('entered days', () => {
  it.each<[string, string, DatesProblem | null]>([
    ['2026-03-01', '2026-03-10', null],
    ['2026-03-10', '2026-03-10', null],
    ['2025-02-04', '2026-03-10', null],
    ['2025-02-03', '2026-03-10', { field: 'from', problem: 'tooLong' }],
    ['', '2026-03-10', { field: 'from', problem: 'missing' }],
    ['2026-03-01', '2026-02-30', { field: 'to', problem: 'missing' }],
    ['yesterday', '2026-03-10', { field: 'from', problem: 'missing' }],
    ['2026-03-10', '2026-03-01', { field: 'to', problem: 'reversed' }],
    ['2026-03-11', '2026-03-12', { field: 'from', problem: 'future' }],
    ['2026-03-01', '2026-03-11', { field: 'to', problem: 'future' }],
    ['2025-01-01', '2025-01-09', { field: 'to', problem: 'tooEarly' }],
    ['2025-01-01', '2025-01-10', null],
  ])('%s to %s', (from, to, expected) => {
    expect(datesProblem({ from, to }, TODAY, '2025-01-10')).toEqual(expected);
  });
});

describe('the time to show', () => {
  const utc = wallClock('UTC');
  it.each<[string, typeof utc, string, string]>([
    ['range=7d', utc, '2026-03-03T04:05:00.000Z', '2026-03-10T04:10:00.000Z'],
    ['range=365d', utc, '2025-03-10T04:05:00.000Z', '2026-03-10T04:10:00.000Z'],
    ['range=2026-03-01..2026-03-02', utc, '2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    ['range=2026-03-01..2026-03-02', taipei, '2026-02-28T16:00:00.000Z', '2026-03-02T16:00:00.000Z'],
    // The clock goes forward in New York on 8 March.
    [
      'range=2026-03-08..2026-03-08',
      wallClock('America/New_York'),
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ],
    // It goes back twice, and forward once, within these 400 days.
    [
      'range=2025-10-01..2026-11-04',
      wallClock('Europe/Berlin'),
      '2025-09-30T23:00:00.000Z',
      '2026-11-04T23:00:00.000Z',
    ],
    ['range=90d&zoom=2026-01-15T0930..2026-01-16T0000', taipei, '2026-01-15T09:30:00.000Z', '2026-01-16T00:00:00.000Z'],
  ])('of %s', (query, clock, from, to) => {
    const { fromMs, toMs } = shownTime(chosen(query), NOW, clock);
    expect([fromMs, toMs].map((atMs) => new Date(atMs).toISOString())).toEqual([from, to]);
  });

  it.each([
    ['range=7d', 0, 'hour'],
    ['range=30d', 0, 'day'],
    ['range=30d', NOW - 3 * DAY_MS, 'hour'],
    ['range=2026-02-20..2026-03-05', 0, 'hour'],
    ['range=2026-02-20..2026-03-06', 0, 'day'],
  ])('of %s by an endpoint of %i is by the %s', (query, createdAtMs, expected) => {
    expect(resolutionOf(shownTime(chosen(query), NOW, utc), createdAtMs)).toBe(expected);
  });
});

it.each([
  ['range=7d', { from: '2026-03-03', to: '2026-03-10' }],
  ['range=2026-03-01..2026-03-02', { from: '2026-03-01', to: '2026-03-02' }],
])('starts to enter days from those of %s', (query, expected) => {
  expect(datesOf(shownTime(chosen(query), NOW, taipei), NOW, taipei)).toEqual(expected);
});

it('never starts with a day in the future', () => {
  const beforeMidnight = Date.UTC(2026, 2, 10, 15, 59);
  const range = { fromMs: beforeMidnight - HOUR_MS, toMs: beforeMidnight + HOUR_MS };
  expect(datesOf(range, beforeMidnight, taipei)).toEqual({ from: TODAY, to: TODAY });
});

it.each([
  ['the same days a step later', 'range=7d', NOW - 7 * DAY_MS - STEP_MS, NOW - STEP_MS, 0, true],
  ['days that begin with the endpoint', 'range=90d', NOW - DAY_MS, NOW, NOW - DAY_MS, true],
  ['other days', 'range=30d', NOW - 7 * DAY_MS, NOW, 0, false],
  ['the same days an hour later', 'range=7d', NOW - 7 * DAY_MS - HOUR_MS, NOW - HOUR_MS, 0, false],
])('an answer is about %s', (_, query, fromMs, toMs, createdAtMs, expected) => {
  const answer = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  expect(isAbout(answer, shownTime(chosen(query), NOW, wallClock('UTC')), createdAtMs, NOW)).toBe(expected);
});

it.each([
  ['', null],
  ['range=30d', null],
  ['range=2026-03-01..2026-03-05', '2026-03-05'],
  ['range=2026-03-01..2026-03-10', null],
  ['range=2026-03-05..2026-03-01', null],
  ['range=x..y', null],
  ['range=30d&zoom=2026-03-04T1600..2026-03-05T1600', '2026-03-05'],
  ['range=30d&zoom=2026-03-04T1600..2026-03-05T1700', '2026-03-06'],
  ['range=2026-03-01..2026-03-05&zoom=2026-03-02T0000..2026-03-02T0100', '2026-03-02'],
])('the range %j is over on %j', (query, expected) => {
  expect(endOfRange(chosen(query), NOW, taipei)).toBe(expected);
});
