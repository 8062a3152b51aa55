import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { wallClock } from '../../values/zone.ts';
import { localParts, weekTime } from './local-parts.ts';

const lengths = (zone: string, from: string, to: string, resolution: 'hour' | 'day', unitMs: number) =>
  localParts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, resolution, wallClock(zone)).map(
    ({ fromMs, toMs }) => (toMs - fromMs) / unitMs,
  );

describe('days', () => {
  it.each([
    ['of UTC', 'UTC', '2026-11-20T00:00Z', '2026-11-22T00:00Z', [24, 24]],
    ['cut at both ends', 'Asia/Taipei', '2026-11-20T01:00Z', '2026-11-21T17:00Z', [15, 24, 1]],
    ['when summer time ends', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-26T23:00Z', [25, 24]],
    ['when it starts', 'America/New_York', '2026-03-08T05:00Z', '2026-03-09T04:00Z', [23]],
    ['of half an hour more', 'Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05T13:30Z', [24.5]],
    ['in a zone of half an hour', 'Asia/Kolkata', '2026-11-20T18:30Z', '2026-11-21T19:00Z', [24, 0.5]],
    ['that starts at one o’clock', 'America/Santiago', '2026-09-06T04:00Z', '2026-09-07T03:00Z', [23]],
    ['of which one is skipped', 'Pacific/Apia', '2011-12-29T10:00Z', '2011-12-31T10:00Z', [24, 24]],
  ])('%s', (_, zone, from, to, expected) => {
    expect(lengths(zone, from, to, 'day', HOUR_MS)).toEqual(expected);
  });
});

describe('hours', () => {
  it.each([
    ['cut at both ends', 'UTC', '2026-11-20T00:20Z', '2026-11-20T02:10Z', [40, 60, 10]],
    ['in a zone of half an hour', 'Asia/Kolkata', '2026-11-20T00:00Z', '2026-11-20T02:00Z', [30, 60, 30]],
    ['in a zone of three quarters', 'Asia/Kathmandu', '2026-11-20T00:00Z', '2026-11-20T01:30Z', [15, 60, 15]],
    ['that are repeated', 'Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T02:00Z', [60, 60]],
  ])('%s', (_, zone, from, to, expected) => {
    expect(lengths(zone, from, to, 'hour', MINUTE_MS)).toEqual(expected);
  });
});

it.each([
  ['UTC', '2026-11-20T12:30Z', { weekday: 5, hour: 12 }],
  ['Asia/Taipei', '2026-11-20T16:00Z', { weekday: 6, hour: 0 }],
  ['America/New_York', '2026-11-22T04:59Z', { weekday: 6, hour: 23 }],
  ['Asia/Kolkata', '2026-11-22T18:30Z', { weekday: 1, hour: 0 }],
  ['UTC', '2026-11-22T00:00Z', { weekday: 7, hour: 0 }],
])('the hour of the week in %s at %s', (zone, at, expected) => {
  expect(weekTime(Date.parse(at), wallClock(zone))).toEqual(expected);
});

it('a year of days follows without gaps', () => {
  const range = { fromMs: Date.UTC(2026, 0), toMs: Date.UTC(2027, 0) };
  const parts = localParts(range, 'day', wallClock('America/Santiago'));
  expect(parts[0]?.fromMs).toBe(range.fromMs);
  expect(parts.at(-1)?.toMs).toBe(range.toMs);
  for (const [index, { fromMs }] of parts.entries()) if (index > 0) expect(fromMs).toBe(parts[index - 1]?.toMs);
  expect(Math.max(...parts.map(({ fromMs, toMs }) => toMs - fromMs))).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
});
