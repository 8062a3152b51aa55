import type { LocationPerformance, LocationSegment } from '@farwatch/core/contracts/api/agent-metrics';
import { HOUR_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { describe, expect, it } from 'vitest';
import { dotState, shownHours } from './performance-hours.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 10);
const utc = wallClock('UTC');

function performanceWith(segments: Record<number, { date: string; hour: number }>): LocationPerformance {
  const uptimeSegments = Array.from({ length: 24 }, (_, index): LocationSegment => {
    const hour = segments[index];
    return hour ? { ...hour, status: 'UP', availability: 100, isFuture: false } : null;
  });
  const location = { countryCode: 'tw' as const, countryName: 'Taiwan', availability: 100 };
  return [{ ...location, agentCount: 1, activeAgents: 1, uptimeSegments }];
}

describe('the shown hours', () => {
  it.each([
    ['UTC', Date.UTC(2026, 10, 20, 12), 12],
    ['Asia/Kolkata', Date.UTC(2026, 10, 20, 11, 30), 17],
    ['Asia/Kathmandu', Date.UTC(2026, 10, 20, 11, 15), 17],
    ['America/New_York', Date.UTC(2026, 10, 20, 12), 7],
  ])('end with the current hour in %s', (zone, atMs, hour) => {
    const { hours, running } = shownHours([], null, wallClock(zone), NOW);
    expect(hours).toHaveLength(24);
    expect([hours.at(-1), running]).toEqual([{ hour, atMs }, 23]);
    expect(hours[0]?.atMs).toBe(atMs - 23 * HOUR_MS);
  });

  it('are the previous ones while the data is from before the hour changed', () => {
    const before = performanceWith({ 23: { date: '2026-11-20', hour: 11 } });
    const { hours, running } = shownHours(before, null, utc, NOW);
    expect([hours.at(-1)?.hour, running]).toEqual([11, null]);
  });

  it.each([
    ['2026-11-20', 12],
    ['2026-11-19', null],
  ])('are those of the day %s', (date, running) => {
    const found = shownHours(performanceWith({ 3: { date, hour: 3 } }), date, utc, NOW);
    expect(found.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect([found.hours[0]?.atMs, found.running]).toEqual([Date.parse(date), running]);
  });

  it('include a start for an hour that the clock skips', () => {
    const { hours } = shownHours([], '2026-03-08', wallClock('America/New_York'), NOW);
    expect(hours[2]).toEqual({ hour: 2, atMs: Date.UTC(2026, 2, 8, 7) });
  });
});

it.each<[LocationSegment, string]>([
  [null, 'NONE'],
  [{ status: 'N/A', date: '2026-11-20', hour: 1, availability: null, isFuture: true }, 'FUTURE'],
  [{ status: 'PARTIAL', date: '2026-11-20', hour: 1, availability: 50, isFuture: false }, 'PARTIAL'],
])('draws %o as %s', (segment, state) => {
  expect(dotState(segment)).toBe(state);
});
