import { describe, expect, test } from 'vitest';
import { markPresent, type Presence } from '../../values/presence.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WINDOW_MS } from '../../values/time.ts';
import { wallClock } from '../../values/zone.ts';
import { agentUptime, presenceState, uptimeHours } from './uptime.ts';

/** Present in every slot of these times. */
function present(...times: [from: string, to: string][]): Presence | null {
  const slots = times.flatMap(([from, to]) => {
    const length = (Date.parse(to) - Date.parse(from)) / WINDOW_MS;
    return Array.from({ length }, (_, index) => Date.parse(from) + index * WINDOW_MS);
  });
  return slots.reduce<Presence | null>(markPresent, null);
}

const at = (time: string) => Date.parse(time);

describe('thirty days', () => {
  test('are unknown for an agent that never registered', () => {
    const uptime = agentUptime({ presence: null, activatedAt: null }, wallClock('UTC'), at('2026-11-20T12:00Z'));
    expect(uptime).toMatchObject({ today: null, average: null });
    expect(uptime.daily).toHaveLength(30);
    expect(uptime.daily.every(({ uptime: percent }) => percent === null)).toBe(true);
    expect(uptime.daily[0]?.date).toBe('2026-10-22');
    expect(uptime.daily[29]?.date).toBe('2026-11-20');
  });

  // Present for an hour that is the last of one day or the first of the next, depending on the time zone.
  test.each([
    ['UTC', '2026-11-19', 50],
    ['Asia/Kolkata', '2026-11-20', 100],
    ['Asia/Taipei', '2026-11-20', 100],
    ['America/New_York', '2026-11-19', 50],
  ])('%s: the days are those of the zone, %s', (zone, date, uptime) => {
    const presence = present(['2026-11-19T18:30Z', '2026-11-19T19:30Z']);
    const now = zone.startsWith('Asia') ? at('2026-11-19T19:30Z') : at('2026-11-19T20:30Z');
    const { daily, today, average } = agentUptime(
      { presence, activatedAt: at('2026-11-19T18:30Z') },
      wallClock(zone),
      now,
    );
    expect(daily.filter((day) => day.uptime !== null)).toEqual([{ date, uptime }]);
    expect([today, average]).toEqual([uptime, uptime]);
  });

  test.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ])('%s in New York has %i hours', (date, hours) => {
    const clock = wallClock('America/New_York');
    const start = clock.dayStart(date);
    const now = start + 2 * DAY_MS;
    const presence = markPresent(markPresent(null, start), now);
    const day = agentUptime({ presence, activatedAt: start }, clock, now).daily.find((each) => each.date === date);
    expect(day?.uptime).toBeCloseTo(100 / (hours * 6), 9);
  });

  test('the average weighs slots, not days', () => {
    const presence = present(['2026-11-19T23:50Z', '2026-11-20T00:50Z']);
    const now = at('2026-11-20T01:00Z');
    const uptime = agentUptime({ presence, activatedAt: at('2026-11-19T23:50Z') }, wallClock('UTC'), now);
    expect(uptime.daily.slice(-2).map((day) => day.uptime)).toEqual([100, (5 / 6) * 100]);
    expect(uptime.average).toBeCloseTo((6 / 7) * 100, 9);
  });
});

describe('a day’s hours', () => {
  test('true, false, and null before activation and in the future', () => {
    const presence = present(['2026-11-20T10:20Z', '2026-11-20T10:40Z'], ['2026-11-20T11:00Z', '2026-11-20T11:10Z']);
    const activatedAt = at('2026-11-20T10:25Z');
    const hours = uptimeHours({ presence, activatedAt }, '2026-11-20', at('2026-11-20T11:00Z') + 25 * MINUTE_MS);
    expect(hours).toHaveLength(24);
    expect(hours[9]).toEqual({ hour: 9, segments: Array(6).fill(null), uptime: null });
    expect(hours[10]).toEqual({ hour: 10, segments: [null, null, true, true, false, false], uptime: 50 });
    expect(hours[11]).toEqual({ hour: 11, segments: [true, false, null, null, null, null], uptime: 50 });
    expect(hours[12]).toEqual({ hour: 12, segments: Array(6).fill(null), uptime: null });
  });

  test('are unknown beyond thirty days', () => {
    const now = at('2026-11-20T00:00Z');
    const presence = markPresent(null, now - HOUR_MS);
    const of = (date: string) => uptimeHours({ presence, activatedAt: now - 90 * DAY_MS }, date, now);
    expect(of('2026-10-20').every(({ uptime }) => uptime === null)).toBe(true);
    expect(of('2026-10-22').every(({ uptime }) => uptime === 0)).toBe(true);
  });
});

const NOW = Date.UTC(2026, 10, 20, 12, 34);
const CURRENT = Date.UTC(2026, 10, 20, 12, 30);

test.each([
  { rule: 'with a check-in', segment: true, startMs: CURRENT, state: 'present' },
  { rule: 'without one', segment: false, startMs: CURRENT - 10 * MINUTE_MS, state: 'absent' },
  { rule: 'before activation', segment: null, startMs: CURRENT - 10 * MINUTE_MS, state: 'none' },
  { rule: 'of now without a check-in yet', segment: null, startMs: CURRENT, state: 'future' },
  { rule: 'in the future', segment: null, startMs: CURRENT + 10 * MINUTE_MS, state: 'future' },
] as const)('ten minutes $rule: $state', ({ segment, startMs, state }) => {
  expect(presenceState(segment, startMs, NOW)).toBe(state);
});
