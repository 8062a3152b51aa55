import { describe, expect, it } from 'vitest';
import { LONG_AGO, NOW } from '../testing/samples.ts';
import { HOUR_MS, hourStart, WINDOW_MS } from '../time.ts';
import { wallClock } from '../zone.ts';
import { hoursOfDay, latestHours, locationHour } from './location-hour.ts';
import { type AgentPresence, markPresent, type Presence } from './presence.ts';
import { slotsBetween } from './uptime.ts';

const HOUR = hourStart(NOW) - HOUR_MS;
const slotsOf = (hourMs: number) => slotsBetween(hourMs, hourMs + HOUR_MS);

/** An agent with check-ins in these of the hour's six slots. */
function agent(slots: number[], activatedAt: number | null = LONG_AGO): AgentPresence {
  const presence = slots.reduce<Presence | null>((sum, slot) => markPresent(sum, HOUR + slot * WINDOW_MS), null);
  return { presence, activatedAt };
}

const ALL = [0, 1, 2, 3, 4, 5];

it.each<{ rule: string; agents: AgentPresence[]; hour: object | null }>([
  { rule: 'no agents', agents: [], hour: null },
  { rule: 'never activated', agents: [agent([], null)], hour: null },
  { rule: 'there all the time', agents: [agent(ALL)], hour: { status: 'UP', availability: 100 } },
  { rule: 'never there', agents: [agent([])], hour: { status: 'DOWN', availability: 0 } },
  { rule: 'half there', agents: [agent([0, 1, 2])], hour: { status: 'PARTIAL', availability: 50 } },
  { rule: 'one of two silent', agents: [agent(ALL), agent([])], hour: { status: 'PARTIAL', availability: 50 } },
  {
    rule: 'one joined in its last ten minutes: only those count of it',
    agents: [agent([5], HOUR + 5 * WINDOW_MS)],
    hour: { status: 'UP', availability: 100 },
  },
])('a location’s hour: $rule (design 5)', ({ agents, hour }) => {
  expect(locationHour(agents, slotsOf(HOUR), NOW)).toEqual(hour);
});

it('of the running hour only the slots that have ended count, and a future hour is not known', () => {
  const running = hourStart(NOW);
  const presence = [0, 1, 2].reduce<Presence | null>((sum, slot) => markPresent(sum, running + slot * WINDOW_MS), null);
  const agents = [{ presence, activatedAt: LONG_AGO }];
  expect(locationHour(agents, slotsOf(running), NOW)).toEqual({ status: 'UP', availability: 100 });
  expect(locationHour(agents, slotsOf(running + HOUR_MS), NOW)).toBeNull();
});

describe('hours by a clock', () => {
  it.each([
    ['Asia/Taipei', '2026-11-20', {}],
    ['Asia/Kolkata', '2026-11-20', {}],
    ['Asia/Kathmandu', '2026-11-20', {}],
    ['America/New_York', '2026-03-08', { 2: 0 }],
    ['America/New_York', '2026-11-01', { 1: 12 }],
    ['Australia/Lord_Howe', '2026-10-04', { 2: 3 }],
  ])('%s %s: six slots each, but for %j', (zone, date, others) => {
    const hours = hoursOfDay(date, wallClock(zone));
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    const different = hours.filter(({ slots }) => slots.length !== 6).map(({ hour, slots }) => [hour, slots.length]);
    expect(Object.fromEntries(different)).toEqual(others);
  });

  it('of a day begin where it does', () => {
    const [first] = hoursOfDay('2026-11-20', wallClock('Asia/Kolkata'));
    expect(first).toMatchObject({ date: '2026-11-20', hour: 0 });
    expect(first?.slots[0]).toBe(Date.parse('2026-11-19T18:30Z'));
  });

  it('the latest end with the running one', () => {
    const hours = latestHours(wallClock('Asia/Kolkata'), Date.parse('2026-11-20T12:31Z'));
    expect(hours).toHaveLength(24);
    expect(hours[0]).toMatchObject({ date: '2026-11-19', hour: 19 });
    expect(hours[23]).toMatchObject({ date: '2026-11-20', hour: 18 });
    expect(hours[23]?.slots[0]).toBe(Date.parse('2026-11-20T12:30Z'));
  });

  it('the latest tell the wall’s hours also where the clock went back', () => {
    const hours = latestHours(wallClock('America/New_York'), Date.parse('2026-11-01T07:15Z')).slice(-4);
    expect(hours.map(({ hour }) => hour)).toEqual([0, 1, 1, 2]);
  });
});
