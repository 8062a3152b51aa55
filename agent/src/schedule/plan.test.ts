import type { Assignment } from '@farwatch/core/documents/assignment';
import { assignedEndpointSample } from '@farwatch/core/testing/samples';
import { toAssignedUrl } from '@farwatch/core/values/assigned-url';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { describe, expect, test } from 'vitest';
import { plannedSample } from '../testing/planned.ts';
import { dueByRightTime, isConfirmedElsewhere, nextDue, type Plan, planFor, requestedNow } from './plan.ts';

const NOW = 1_800_000_000_000;

function assignment(urls: Record<string, string>, changes: Partial<Assignment> = {}): Assignment {
  const endpoints = Object.fromEntries(
    Object.entries(urls).map(([id, url]) => [
      id,
      assignedEndpointSample({ url, name: id, group: 'shop', monitorId: 'm1' }),
    ]),
  );
  const rest = { location: 'tw', ownerId: 'o1', agentId: 'a1', live: true, liveSeq: 1, changedAt: NOW } as const;
  return {
    ...rest,
    generation: 3,
    intervalSec: 600,
    plannedChecks: 0,
    features: [],
    count: Object.keys(urls).length,
    endpoints,
    ...changes,
  };
}

/** With one endpoint at that revision. */
function revised(given: Assignment, endpoint: string, rev: number): Assignment {
  const assigned = given.endpoints[endpoint];
  return assigned ? { ...given, endpoints: { ...given.endpoints, [endpoint]: { ...assigned, rev } } } : given;
}

const A = 'https://a.farwatch.test/';
const B = 'https://b.farwatch.test/';
const dues = (plan: Plan) => Object.fromEntries([...plan.values()].map(({ endpoint, dueAt }) => [endpoint, dueAt]));

/** The plan an hour before, every endpoint checked and waiting for its place on the grid. */
function steadyPlan(assigned: Assignment[]): Plan {
  const plan = planFor(new Map(), assigned, 'a1', NOW);
  return new Map([...plan].map(([key, planned]) => [key, { ...planned, dueAt: nextDue(planned, NOW) }]));
}

describe('a plan', () => {
  test('starts everything at once', () => {
    const plan = planFor(new Map(), [assignment({ e1: A, e2: B })], 'a1', NOW);
    expect(dues(plan)).toEqual({ e1: NOW, e2: NOW });
    expect(plan.get('o1/e1')).toMatchObject({ ownerId: 'o1', generation: 3, url: A, intervalMs: 10 * MINUTE_MS });
  });

  const before = steadyPlan([assignment({ e1: A, e2: B })]);
  const kept = dues(before);
  const LATER = NOW + 1_000;
  test.each<[string, Assignment[], Record<string, number | undefined>]>([
    ['keeps what did not change', [assignment({ e1: A, e2: B })], kept],
    ['keeps places over a new name', [assignment({ e1: A, e2: B }, { changedAt: LATER })], kept],
    ['starts what is new', [assignment({ e1: A, e2: B, e3: A })], { ...kept, e3: LATER }],
    ['starts a changed URL', [assignment({ e1: B, e2: B })], { ...kept, e1: LATER }],
    [
      'restarts a URL that was another meanwhile',
      [revised(assignment({ e1: A, e2: B }), 'e1', 2)],
      { ...kept, e1: LATER },
    ],
    ['restarts under another generation', [assignment({ e1: A, e2: B }, { generation: 4 })], { e1: LATER, e2: LATER }],
    ['drops what is gone', [assignment({ e2: B })], { e2: kept.e2 }],
    ['drops everything', [], {}],
  ])('%s', (_what, assigned, expected) => {
    expect(dues(planFor(before, assigned, 'a1', LATER))).toEqual(expected);
  });

  test('of thousands spreads them over a minute, and starts a few more at once', () => {
    const urls = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`e${index}`, A]));
    const plan = planFor(new Map(), [assignment(urls)], 'a1', NOW);
    const seconds = Array<number>(60).fill(0);
    for (const dueAt of Object.values(dues(plan))) {
      const second = Math.floor((dueAt - NOW) / 1_000);
      seconds[second] = (seconds[second] ?? 0) + 1;
    }
    expect(seconds).toHaveLength(60);
    expect(Math.min(...seconds)).toBeGreaterThan(60);
    expect(Math.max(...seconds)).toBeLessThan(140);
    const more = planFor(plan, [assignment({ ...urls, late: B })], 'a1', LATER);
    expect(dues(more)).toEqual({ ...dues(plan), late: LATER });
    const brief = planFor(new Map(), [assignment(urls, { intervalSec: 10 })], 'a1', NOW);
    expect(Math.max(...Object.values(dues(brief)))).toBeLessThan(NOW + 10_000);
  });

  test('has the interval of the monitor, or else of the account', () => {
    const assigned = assignment({ e1: A, e2: B });
    const own = { ...assigned.endpoints, e2: assignedEndpointSample({ url: B, intervalSec: 30 }) };
    const plan = planFor(new Map(), [{ ...assigned, endpoints: own }], 'a1', NOW);
    expect([...plan.values()].map(({ intervalMs }) => intervalMs)).toEqual([10 * MINUTE_MS, 30_000]);
  });

  test('starts an endpoint that is checked in another way, and no other', () => {
    const withCheck = (check: HttpCheck | null) => {
      const assigned = assignment({ e1: A, e2: B });
      const endpoint = assignedEndpointSample({ url: toAssignedUrl(A, check), check });
      return [{ ...assigned, endpoints: { ...assigned.endpoints, e1: endpoint } }];
    };
    const assertions = (value: string): HttpCheck => ({ assertions: [{ source: 'body', op: 'contains', value }] });
    const before = steadyPlan(withCheck(assertions('well')));
    expect(before.get('o1/e1')).toMatchObject({ url: A, check: assertions('well') });
    expect(dues(planFor(before, withCheck(assertions('well')), 'a1', LATER))).toEqual(dues(before));
    for (const check of [assertions('other'), null]) {
      expect(dues(planFor(before, withCheck(check), 'a1', LATER))).toEqual({ ...dues(before), e1: LATER });
    }
  });

  test('moves to a shorter interval’s grid, and is never later for a longer one', () => {
    const hourly = steadyPlan([assignment({ e1: A }, { intervalSec: 3_600 })]);
    const shorter = planFor(hourly, [assignment({ e1: A })], 'a1', LATER).get('o1/e1');
    expect(shorter?.dueAt).toBeLessThanOrEqual(LATER + 10 * MINUTE_MS);
    const longer = planFor(before, [assignment({ e1: A }, { intervalSec: 3_600 })], 'a1', LATER).get('o1/e1');
    expect(longer?.dueAt).toBeLessThanOrEqual(kept.e1 ?? 0);
  });

  test('keeps to its grid however late a check ends', () => {
    const planned = before.get('o1/e1');
    if (!planned) throw new Error('not planned');
    const first = nextDue(planned, NOW);
    for (const lateMs of [0, 1, 5_000, 9 * MINUTE_MS]) {
      expect(nextDue(planned, first + lateMs)).toBe(first + 10 * MINUTE_MS);
    }
  });

  test('lets the agents of an endpoint check at different times', () => {
    const plans = ['a1', 'a2', 'a3'].map((agent) => planFor(new Map(), [assignment({ e1: A })], agent, NOW));
    expect(new Set(plans.map((plan) => plan.get('o1/e1')?.offsetMs)).size).toBe(3);
  });

  test('distinguishes owners with the same endpoint id', () => {
    const plan = planFor(new Map(), [assignment({ e1: A }), assignment({ e1: B }, { ownerId: 'o2' })], 'a1', NOW);
    expect([...plan.keys()]).toEqual(['o1/e1', 'o2/e1']);
  });
});

describe('check now', () => {
  const plan = planFor(new Map(), [assignment({ e1: A, e2: B })], 'a1', NOW);
  const heeded = new Map([...plan].map(([key, planned]) => [key, { ...planned, requestedAt: NOW - 10_000 }]));
  test.each<[string, Record<string, number>, string[]]>([
    ['is heeded once', { e1: NOW - 10_000 }, []],
    ['is heeded when newer', { e1: NOW - 9_999 }, ['e1']],
    ['is not heeded when older', { e1: NOW - 20_000 }, []],
    ['is not heeded for others', { e9: NOW }, []],
    ['requests several', { e1: NOW, e2: NOW }, ['e1', 'e2']],
  ])('%s', (_what, checkNow, expected) => {
    expect(requestedNow(heeded, { checkNow }, NOW).map(({ endpoint }) => endpoint)).toEqual(expected);
  });
  test.each([
    [NOW - 2 * MINUTE_MS, 0],
    [NOW - 2 * MINUTE_MS + 1, 1],
  ])('a request at %i counts %i times', (at, count) => {
    expect(requestedNow(plan, { checkNow: { e1: at } }, NOW)).toHaveLength(count);
  });
  test.each([
    ['is one', { confirmedDown: { e1: NOW } }, {}, true],
    ['is none that nobody confirmed', { confirmedDown: {} }, {}, false],
    ['is none of an older server', {}, {}, false],
    ['is none once it is answered', { confirmedDown: { e1: NOW } }, { answeredAt: NOW }, false],
    [
      'is none of an earlier request that was answered',
      { confirmedDown: { e1: NOW - 5 } },
      { answeredAt: NOW - 5 },
      false,
    ],
    ['is none two minutes later', { confirmedDown: { e1: NOW - 2 * MINUTE_MS } }, {}, false],
  ])('a request about a failure that another location has confirmed %s', (_, requests, changes, expected) => {
    const [requested] = requestedNow(plan, { checkNow: { e1: NOW }, ...requests }, NOW);
    expect(requested && isConfirmedElsewhere({ ...requested, ...changes }, NOW)).toBe(expected);
  });
});

describe('by a clock that turns out to be off', () => {
  const grid = { intervalMs: HOUR_MS, offsetMs: (NOW + 20 * MINUTE_MS) % HOUR_MS };
  const planned = (waitMs: number) => plannedSample('e1', { ...grid, url: A, dueAt: NOW + waitMs });
  const forward = 3 * HOUR_MS;

  test.each<[what: string, waitMs: number, byMs: number, isEveryMinute: boolean, waitsMs: number]>([
    ['a wait goes on', 5 * MINUTE_MS, forward, false, 5 * MINUTE_MS],
    ['a wait goes on, back', 5 * MINUTE_MS, -forward, false, 5 * MINUTE_MS],
    ['a second check comes after its 2 s', 2_000, forward, false, 2_000],
    ['what was due still is', 0, forward, false, 0],
    ['what was late still is', -7_000, -forward, false, -7_000],
    ['a long wait ends on the grid', 50 * MINUTE_MS, forward, false, 20 * MINUTE_MS],
    ['a wait that the guess made too long ends on the grid', 9 * HOUR_MS, forward, false, 20 * MINUTE_MS],
    [
      'what is down is checked within the minute',
      5 * MINUTE_MS,
      forward,
      true,
      (20 * MINUTE_MS) % MINUTE_MS || MINUTE_MS,
    ],
  ])('%s', (_what, waitMs, byMs, isEveryMinute, waitsMs) => {
    expect(dueByRightTime(planned(waitMs), byMs, NOW + byMs, isEveryMinute) - NOW - byMs).toBe(waitsMs);
  });

  test('nothing that waits is due at once, nor more of it at any time than on the grid', () => {
    const plan = steadyPlan([assignment(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`e${i}`, A])))]);
    const moved = [...plan.values()].map((each) => dueByRightTime(each, forward, NOW + forward, false) - NOW - forward);
    expect(Math.min(...moved)).toBeGreaterThan(0);
    expect(Math.max(...moved)).toBeLessThanOrEqual(10 * MINUTE_MS);
    const perMinute = Map.groupBy(moved, (ms) => Math.floor(ms / MINUTE_MS));
    for (const [, list] of perMinute) expect(list.length).toBeLessThan(2.5 * (600 / 10));
  });
});
