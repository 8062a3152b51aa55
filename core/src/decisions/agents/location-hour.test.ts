import { describe, expect, it } from 'vitest';
import { LONG_AGO, NOW } from '../../testing/samples.ts';
import { seeded } from '../../testing/seeded.ts';
import { type AgentPresence, markPresent, type Presence } from '../../values/presence.ts';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, WINDOW_MS } from '../../values/time.ts';
import { type WallClock, wallClock } from '../../values/zone.ts';
import { countAgents, hoursOfDay, latestHours, locationHour } from './location-hour.ts';
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
    rule: 'one registered in its last ten minutes: only those count',
    agents: [agent([5], HOUR + 5 * WINDOW_MS)],
    hour: { status: 'UP', availability: 100 },
  },
])('a location’s hour: $rule', ({ agents, hour }) => {
  expect(locationHour(agents, slotsOf(HOUR), NOW)).toEqual(hour);
});

it('only ended slots of the current hour count, and a future hour is unknown', () => {
  const current = hourStart(NOW);
  const presence = [0, 1, 2].reduce<Presence | null>((sum, slot) => markPresent(sum, current + slot * WINDOW_MS), null);
  const agents = [{ presence, activatedAt: LONG_AGO }];
  expect(locationHour(agents, slotsOf(current), NOW)).toEqual({ status: 'UP', availability: 100 });
  expect(locationHour(agents, slotsOf(current + HOUR_MS), NOW)).toBeNull();
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

  it('of a day start with the day', () => {
    const [first] = hoursOfDay('2026-11-20', wallClock('Asia/Kolkata'));
    expect(first).toMatchObject({ date: '2026-11-20', hour: 0 });
    expect(first?.slots[0]).toBe(Date.parse('2026-11-19T18:30Z'));
  });

  it('the latest end with the current one', () => {
    const hours = latestHours(wallClock('Asia/Kolkata'), Date.parse('2026-11-20T12:31Z'));
    expect(hours).toHaveLength(24);
    expect(hours[0]).toMatchObject({ date: '2026-11-19', hour: 19 });
    expect(hours[23]).toMatchObject({ date: '2026-11-20', hour: 18 });
    expect(hours[23]?.slots[0]).toBe(Date.parse('2026-11-20T12:30Z'));
  });

  it('the latest repeat an hour when the clock goes back', () => {
    const hours = latestHours(wallClock('America/New_York'), Date.parse('2026-11-01T07:15Z')).slice(-4);
    expect(hours.map(({ hour }) => hour)).toEqual([0, 1, 1, 2]);
  });

  it('the latest match those of the day when the clock moves by half an hour', () => {
    const clock = wallClock('Australia/Lord_Howe');
    const hours = latestHours(clock, Date.parse('2026-04-04T19:00Z'));
    const midnight = hours.find(({ date, hour }) => date === '2026-04-05' && hour === 0);
    expect(midnight?.slots.map((slot) => new Date(slot).toISOString().slice(11, 16))).toEqual([
      '13:00',
      '13:10',
      '13:20',
      '13:30',
      '13:40',
      '13:50',
    ]);
    expect(midnight).toEqual(hoursOfDay('2026-04-05', clock)[0]);
    const morning = hours.filter(({ date, hour }) => date === '2026-04-05' && hour <= 3);
    expect(morning.map(({ hour, slots }) => [hour, slots.length])).toEqual([
      [0, 6],
      [1, 6],
      [1, 3],
      [2, 6],
      [3, 6],
    ]);
  });
});

const ZONES = [
  ...['UTC', 'Asia/Taipei', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Eucla', 'Pacific/Marquesas', '-07:37'],
  ...['America/New_York', 'America/St_Johns', 'America/Caracas', 'Asia/Pyongyang', 'Asia/Beirut', 'Antarctica/Troll'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Apia', 'Africa/Casablanca', 'America/Sao_Paulo'],
];

/** When a zone's clock was moved, in years in which some moved by half an hour, found day by day and then by halves. */
function movesOf({ offsetMs }: WallClock): number[] {
  const moves: number[] = [];
  for (const year of [2011, 2015, 2016, 2018, 2026]) {
    for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += DAY_MS) {
      if (offsetMs(at) === offsetMs(at + DAY_MS)) continue;
      let [before, after] = [at, at + DAY_MS];
      while (after - before > MINUTE_MS) {
        const middle = (before + after) / 2;
        if (offsetMs(middle) === offsetMs(at)) before = middle;
        else after = middle;
      }
      moves.push(Math.round(after / MINUTE_MS) * MINUTE_MS);
    }
  }
  return moves;
}

describe.each(ZONES)('the latest hours in %s', (zone) => {
  const clock = wallClock(zone);
  const random = seeded(zone.length);
  const moves = movesOf(clock);
  const anyTime = Array.from({ length: 12 }, () => random.whole(Date.UTC(2010, 0), Date.UTC(2030, 0)));
  const aroundMoves = moves.flatMap((at) => [at - 1, at, at + random.whole(0, HOUR_MS), at + random.whole(0, DAY_MS)]);

  it('are the hours of their days, without a gap, up to the current one', () => {
    for (const nowMs of [...anyTime, ...aroundMoves]) {
      const hours = latestHours(clock, nowMs);
      const label = ({ date, hour }: { date: string; hour: number }) => `${date} ${hour}`;
      const labels = [...new Set(hours.map(label))];
      const days = [...new Set(hours.map(({ date }) => date))].flatMap((date) => hoursOfDay(date, clock));
      const slotsByHour = new Map(days.map((each) => [label(each), each.slots]));
      const slots = hours.flatMap((each) => each.slots);
      expect(hours).toHaveLength(24);
      expect(label(hours[23] ?? { date: '', hour: 0 })).toBe(label(clock.at(nowMs)));
      expect(slots).toEqual(slotsBetween(slots[0] ?? 0, (slots.at(-1) ?? 0) + WINDOW_MS));
      for (const each of labels) {
        const found = hours.filter((hour) => label(hour) === each).flatMap((hour) => hour.slots);
        // Of an hour that the clock shows again, the first time may be too long ago and the second yet to come.
        const within = slotsByHour.get(each)?.filter((slot) => slot >= (slots[0] ?? 0) && slot <= (slots.at(-1) ?? 0));
        expect(found).toEqual(within);
      }
    }
  });
});

it('some of those clocks move by half an hour, in both directions', () => {
  const half = ZONES.flatMap((zone) => {
    const clock = wallClock(zone);
    return movesOf(clock).map((at) => clock.offsetMs(at) - clock.offsetMs(at - MINUTE_MS));
  }).filter((byMs) => Math.abs(byMs) === HOUR_MS / 2);
  expect(new Set(half).size).toBe(2);
});

it('counts the agents of now in hours that reach until now, and those of then in earlier ones', () => {
  const reporting = { registered: true, lastReportAt: NOW };
  const agents = [
    { ...agent([]), ...reporting, createdAt: LONG_AGO },
    { ...agent([2]), registered: true, lastReportAt: NOW - HOUR_MS, createdAt: LONG_AGO },
    { ...agent([]), ...reporting, createdAt: NOW },
  ];
  expect(countAgents(agents, slotsOf(hourStart(NOW)), NOW)).toEqual({ total: 3, active: 2 });
  expect(countAgents(agents, slotsOf(HOUR), NOW)).toEqual({ total: 2, active: 1 });
});
