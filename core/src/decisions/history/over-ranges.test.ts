import { expect, it } from 'vitest';
import { monitorEndpointSample, monitorSample } from '../../testing/samples.ts';
import { type Random, seeded } from '../../testing/seeded.ts';
import {
  packEndpointDay,
  packMonitorDay,
  unpackEndpointDay,
  unpackMonitorDay,
} from '../../values/history/day-codec.ts';
import { dayStart, daysIn, type TimeStatus, timeSums } from '../../values/history/levels.ts';
import type { Range, UptimeMetrics } from '../../values/history/range-metrics.ts';
import type { EndpointStatus } from '../../values/status.ts';
import { DAY_MS, HOUR_MS } from '../../values/time.ts';
import { type Transition, trimTransitions } from '../../values/transition.ts';
import { wallClock } from '../../values/zone.ts';
import type { StatusHistory } from '../status/spans.ts';
import { endpointDay, monitorDay } from './day-record.ts';
import { type EndpointHistory, endpointRange } from './endpoint-range.ts';
import { endpointSteps } from './endpoint-steps.ts';
import { stepsOver } from './history-part.ts';
import { continuedUptime, monitorHistory, rangeTotals } from './monitor-range.ts';

/** Five days around the end of summer time in Europe and North America, of which `LIVE_FROM` on are not built. */
const START = Date.UTC(2026, 9, 23);
const LIVE_FROM = START + 5 * DAY_MS;
const NOW = LIVE_FROM + 9 * HOUR_MS + 1234;
const SECONDS = Math.floor((NOW - START) / 1000);

type Period = { startsAt: number; endsAt: number };
type Endpoint = StatusHistory & { gaps: ReadonlySet<number> };

/** An endpoint with random changes of its status, at most one in a second. */
function randomEndpoint(random: Random, maintenance: Period[], gaps: ReadonlySet<number>): Endpoint {
  const createdAt = START + random.whole(0, random.one([0, 1]) * 30 * HOUR_MS);
  const transitions: Transition[] = [];
  let status: EndpointStatus = 'pending';
  const most = random.one([3 * 3600, 20 * 3600]);
  for (let at = createdAt; ; ) {
    at =
      (Math.floor(at / 1000) + (random.share() < 0.1 ? random.whole(1, 60) : random.spread(60, most))) * 1000 +
      random.whole(0, 999);
    if (at >= NOW) break;
    const from: EndpointStatus = status;
    status = nextStatus(random, from);
    transitions.push({ at, from, to: status, locations: [] });
  }
  return { transitions, status, isSlow: false, downNow: [], createdAt, maintenance, gaps };
}

function nextStatus(random: Random, from: EndpointStatus): EndpointStatus {
  const statuses: EndpointStatus[] = ['up', 'down', 'unknown', 'up', 'paused'];
  const [first = 'up', ...others] = statuses.filter((each) => each !== from);
  return random.one([first, ...others]);
}

function randomPeriods(random: Random): Period[] {
  return Array.from({ length: random.whole(0, 4) }, () => {
    const startsAt = START + random.whole(0, SECONDS) * 1000;
    return { startsAt, endsAt: startsAt + random.whole(1, 4 * 3600) * 1000 };
  });
}

/** What each second was, and whether an outage ran in it, by plain arithmetic. */
function modelOf({ transitions, status, createdAt, maintenance, gaps }: Endpoint) {
  const indexOf = (atMs: number) => Math.floor((atMs - START) / 1000);
  const base = new Array<EndpointStatus | null>(SECONDS).fill(null);
  const changes = [...transitions, { at: NOW, from: status }];
  base.fill('pending', indexOf(createdAt));
  for (const [index, { at, from }] of changes.entries()) {
    base.fill(from, indexOf(transitions[index - 1]?.at ?? createdAt), indexOf(at));
  }
  const shown = new Array<TimeStatus | null>(SECONDS).fill(null);
  const running = new Array<boolean>(SECONDS).fill(false);
  const inMaintenance = new Array<boolean>(SECONDS).fill(false);
  for (const { startsAt, endsAt } of maintenance)
    inMaintenance.fill(true, indexOf(startsAt), Math.max(0, indexOf(endsAt)));
  for (let second = 0; second < SECONDS; second += 1) {
    const is = base[second] ?? null;
    const ran = running[second - 1] ?? false;
    running[second] = is === 'down' ? ran || !inMaintenance[second] : is === 'unknown' && ran;
    shown[second] = is !== null && inMaintenance[second] ? 'maintenance' : is;
  }
  for (let second = 0; second < SECONDS; second += 1) {
    if (!gaps.has(dayStart(START + second * 1000)) || base[second] === null) continue;
    shown[second] = 'unknown';
    running[second] = false;
  }
  return { shown, running };
}

function expectedOver(models: readonly ReturnType<typeof modelOf>[], { fromMs, toMs }: Range) {
  const [from, to] = [fromMs, toMs].map((atMs) => Math.floor((atMs - START) / 1000));
  const sums: Record<TimeStatus, number> = { up: 0, down: 0, unknown: 0, maintenance: 0, paused: 0, pending: 0 };
  let outages = 0;
  for (const { shown, running } of models) {
    for (let second = from ?? 0; second < (to ?? 0); second += 1) {
      const is = shown[second];
      if (is) sums[is] += 1;
      if (running[second] && (second === from || !running[second - 1])) outages += 1;
    }
  }
  return {
    knownSec: sums.up + sums.down,
    downtimeSec: sums.down,
    unknownSec: sums.unknown,
    maintenanceSec: sums.maintenance,
    pausedSec: sums.paused,
    uptime: sums.up + sums.down === 0 ? null : (sums.up / (sums.up + sums.down)) * 100,
    outages,
  };
}

/** The days that are built, after they were stored and read. */
function builtDays(gaps: ReadonlySet<number>): number[] {
  return daysIn({ fromMs: START, toMs: LIVE_FROM }).filter((dayAt) => !gaps.has(dayAt));
}

function endpointHistoryOf(endpoint: Endpoint, range: Range): EndpointHistory {
  const days = new Map(
    builtDays(endpoint.gaps).map((dayAt) => {
      return [dayAt, unpackEndpointDay(packEndpointDay(endpointDay(endpoint, [], dayAt), dayAt), dayAt)];
    }),
  );
  const live = { fromMs: LIVE_FROM, steps: endpointSteps(endpoint, { fromMs: LIVE_FROM, toMs: NOW }) };
  const { createdAt } = endpoint;
  return { createdAt, cells: [], steps: stepsOver({ days, live, createdAts: [createdAt] }, range) };
}

const ZONES = [
  'UTC',
  'Asia/Taipei',
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Europe/Berlin',
] as const;

/** A range whose ends are on whole seconds, as the model is. */
function randomRange(random: Random, fromMs: number): Range {
  const from = fromMs + random.whole(0, NOW - fromMs - 1);
  return { fromMs: from, toMs: Math.min(NOW, from + random.spread(1000, 6 * DAY_MS)) };
}

it.each(Array.from({ length: 8 }, (_, seed) => [seed]))(
  'an endpoint’s time is exact to the second over any range, and parts add up (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const gaps = new Set(random.one([0, 1]) ? [START + random.whole(0, 4) * DAY_MS] : []);
    const endpoint = randomEndpoint(random, randomPeriods(random), gaps);
    const model = modelOf(endpoint);
    for (let round = 0; round < 5; round += 1) {
      const range = randomRange(random, endpoint.createdAt);
      const clock = wallClock(random.one(ZONES));
      const resolution = random.one(['hour', 'day'] as const);
      const answer = endpointRange(endpointHistoryOf(endpoint, range), { range, before: null, resolution, clock });
      expect(answer.totals).toMatchObject(expectedOver([model], range));
      const sumOf = (field: keyof UptimeMetrics) => answer.points.reduce((sum, each) => sum + (each[field] ?? 0), 0);
      for (const field of ['knownSec', 'downtimeSec', 'unknownSec', 'maintenanceSec', 'pausedSec'] as const) {
        expect(sumOf(field), field).toBe(answer.totals[field]);
      }
      for (const { from, to, ...point } of answer.points) {
        const part = { fromMs: Date.parse(from), toMs: Date.parse(to) };
        expect(point).toMatchObject(expectedOver([model], part));
      }
    }
  },
);

it.each(Array.from({ length: 5 }, (_, seed) => [seed + 100]))(
  'a monitor’s time is that of its endpoints together (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const gaps = new Set(random.one([0, 1]) ? [START + random.whole(0, 4) * DAY_MS] : []);
    const maintenance = randomPeriods(random);
    const endpoints = Array.from({ length: random.whole(1, 4) }, () => randomEndpoint(random, maintenance, gaps));
    const models = endpoints.map(modelOf);
    const days = new Map(
      builtDays(gaps).map((dayAt) => {
        const day = monitorDay(endpoints.map((each) => endpointDay(each, [], dayAt)));
        return [dayAt, unpackMonitorDay(packMonitorDay(day, dayAt), dayAt)];
      }),
    );
    const entries = endpoints.map(({ createdAt }, index) => [`e${index}`, monitorEndpointSample({ createdAt })]);
    const monitor = monitorSample({ endpoints: Object.fromEntries(entries) });
    for (let round = 0; round < 5; round += 1) {
      const range = randomRange(random, START);
      const history = monitorHistory(monitor, days, { fromMs: LIVE_FROM, toMs: NOW }, range, endpoints);
      const expected = expectedOver(models, range);
      expect(rangeTotals([history], range)).toMatchObject(expected);
      expect(rangeTotals([history, history], range)).toMatchObject({
        knownSec: 2 * expected.knownSec,
        outages: 2 * expected.outages,
      });
    }
  },
);

it.each(Array.from({ length: 20 }, (_, seed) => [seed + 200]))(
  'an answered uptime, continued by the monitor’s document, is that of the whole range (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const maintenance = randomPeriods(random);
    const ids = ['a', 'b', 'c'].slice(0, random.whole(1, 3));
    const watched = ids.map((id) => ({ id, ...randomEndpoint(random, maintenance, new Set()) }));
    const monitor = monitorSample({
      endpoints: Object.fromEntries(
        watched.map(({ id, createdAt, status }) => [id, monitorEndpointSample({ createdAt, status, since: NOW })]),
      ),
      transitions: watched.flatMap(({ id, transitions }) => transitions.map((each) => ({ ...each, endpoint: id }))),
      maintenance: maintenance.map((period, index) => ({ ...period, id: `w${index}`, name: 'Work' })),
    });
    const over = (range: Range) =>
      rangeTotals([monitorHistory(monitor, new Map(), { fromMs: START, toMs: NOW }, range)], range);
    for (let round = 0; round < 5; round += 1) {
      const toMs = LIVE_FROM + random.whole(0, NOW - LIVE_FROM);
      const fromMs = random.whole(START, toMs - 1);
      const { knownSec, downtimeSec, unknownSec, outages, uptime, coverage } = over({ fromMs, toMs: NOW });
      const continued = continuedUptime(over({ fromMs, toMs }), monitor, { toMs, nowMs: NOW });
      expect(continued).toMatchObject({ knownSec, downtimeSec, unknownSec, outages, uptime, coverage });
    }
  },
);

type Change = readonly [atHour: number, to: EndpointStatus];
type Row = { what: string; changes: Change[]; works?: [fromHour: number, toHour: number][]; outages: number };

/** Five days, of which each is built by itself, with at least a day's status history before it. */
it.each<Row>([
  {
    what: 'is unknown over a midnight',
    changes: [
      [20, 'down'],
      [22, 'unknown'],
      [26, 'down'],
      [28, 'up'],
    ],
    outages: 1,
  },
  {
    what: 'is unknown for 40 hours',
    changes: [
      [10, 'down'],
      [12, 'unknown'],
      [52, 'down'],
      [53, 'up'],
    ],
    outages: 1,
  },
  {
    what: 'is unknown until it recovers',
    changes: [
      [10, 'down'],
      [12, 'unknown'],
      [90, 'up'],
    ],
    outages: 1,
  },
  {
    what: 'lasts three days',
    changes: [
      [10, 'down'],
      [90, 'up'],
    ],
    outages: 1,
  },
  {
    what: 'is in maintenance for 40 hours',
    changes: [
      [10, 'down'],
      [60, 'up'],
    ],
    works: [[12, 52]],
    outages: 1,
  },
  {
    what: 'is in maintenance, then unknown, then in maintenance again',
    changes: [
      [10, 'down'],
      [30, 'unknown'],
      [70, 'down'],
      [95, 'up'],
    ],
    works: [
      [12, 40],
      [60, 90],
    ],
    outages: 1,
  },
  {
    what: 'starts in maintenance and goes on',
    changes: [
      [13, 'down'],
      [60, 'up'],
    ],
    works: [[12, 52]],
    outages: 1,
  },
  {
    what: 'is in maintenance only',
    changes: [
      [13, 'down'],
      [50, 'up'],
    ],
    works: [[12, 52]],
    outages: 0,
  },
  {
    what: 'is in maintenance only, then unknown',
    changes: [
      [13, 'down'],
      [20, 'unknown'],
      [80, 'up'],
    ],
    works: [[12, 22]],
    outages: 0,
  },
  {
    what: 'is followed by a pause',
    changes: [
      [10, 'down'],
      [12, 'paused'],
      [60, 'down'],
      [61, 'up'],
    ],
    outages: 2,
  },
  {
    what: 'is followed by another after a day',
    changes: [
      [10, 'down'],
      [12, 'unknown'],
      [50, 'up'],
      [51, 'down'],
      [52, 'up'],
    ],
    outages: 2,
  },
])('an outage that $what counts once over all days', ({ changes, works = [], outages }) => {
  const all = [[-200, 'up'] as const, ...changes].map(([atHour, to], index, list): Transition => {
    return { at: START + atHour * HOUR_MS, from: list[index - 1]?.[1] ?? 'pending', to, locations: [] };
  });
  const maintenance = works.map(([from, to]) => ({ startsAt: START + from * HOUR_MS, endsAt: START + to * HOUR_MS }));
  const status = all.at(-1)?.to ?? 'up';
  const whole = { transitions: all, status, isSlow: false, downNow: [], createdAt: START - 300 * HOUR_MS, maintenance };
  const range = { fromMs: START, toMs: NOW };
  const days = daysIn({ fromMs: START, toMs: LIVE_FROM });
  const partsOf = (liveOf: (fromMs: number) => StatusHistory) => {
    const built = new Map(days.map((dayAt) => [dayAt, endpointDay(whole, [], dayAt)]));
    const live = { fromMs: LIVE_FROM, steps: endpointSteps(liveOf(LIVE_FROM), { fromMs: LIVE_FROM, toMs: NOW }) };
    return timeSums(stepsOver({ days: built, live, createdAts: [whole.createdAt] }, range), range);
  };
  const inDocument = trimTransitions([], all, NOW, 100);
  expect(partsOf(() => whole).outages).toBe(outages);
  expect(partsOf(() => ({ ...whole, transitions: inDocument.length > 0 ? inDocument : all.slice(-1) })).outages).toBe(
    outages,
  );
  expect(timeSums(endpointSteps(whole, range), range).outages).toBe(outages);
  // Whichever time a document was trimmed at, it shows whether an outage runs at the midnight before.
  for (const dayAt of days.slice(1)) {
    const past = all.filter(({ at }) => at < dayAt + 20 * HOUR_MS);
    const kept = past.reduce<Transition[]>((sum, each) => trimTransitions(sum, [each], each.at, 100), []);
    const now = { ...whole, transitions: kept, status: past.at(-1)?.to ?? 'up' };
    const runningAt = (history: StatusHistory) =>
      endpointSteps(history, { fromMs: dayAt, toMs: dayAt + HOUR_MS })[0]?.running;
    expect(runningAt(now), `day ${(dayAt - START) / DAY_MS}`).toBe(runningAt(whole));
  }
});

it('the history of an endpoint that changes too often is exact over whole hours', () => {
  const random = seeded(9);
  const transitions = Array.from({ length: 3_000 }, (_, index): Transition => {
    const [from, to] = index % 2 === 0 ? (['up', 'down'] as const) : (['down', 'up'] as const);
    return { at: START + index * 28_000 + random.whole(0, 27_000), from, to, locations: [] };
  });
  const endpoint: Endpoint = {
    transitions,
    status: 'up',
    isSlow: false,
    downNow: [],
    createdAt: START,
    maintenance: [],
    gaps: new Set(),
  };
  const day = endpointDay(endpoint, [], START);
  const packed = packEndpointDay(day, START);
  expect(packed.length).toBeLessThan(400);
  const stored = unpackEndpointDay(packed, START);
  for (const [fromHour, toHour] of [
    [0, 24],
    [3, 7],
    [23, 24],
  ] as const) {
    const range = { fromMs: START + fromHour * HOUR_MS, toMs: START + toHour * HOUR_MS };
    expect(timeSums(stored.steps, range).seconds.map(Math.round)).toEqual(timeSums(day.steps, range).seconds);
  }
  const whole = { fromMs: START, toMs: START + DAY_MS };
  expect(timeSums(stored.steps, whole).outages).toBe(timeSums(day.steps, whole).outages);
});
