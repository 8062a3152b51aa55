import type { CheckInInput } from '@farwatch/core/calls/check-in';
import type { Check } from '@farwatch/core/checks/check';
import { expect, test } from 'vitest';
import { type Evidence, judge } from './judge.ts';
import type { Applied } from './memory.ts';
import { OLD_STATUS, statusOf } from './targets.ts';

const visit = (number: number, atMs: number, inLife = 0) => ({
  ...{ number, atMs, life: inLife, statusCode: statusOf(number, true) },
});
const check = (number: number, at: number): Check => ({
  ...{ endpoint: 'e', at, ms: 5, statusCode: statusOf(number, true), error: null },
});

/** A report of owner o1, which may also tell since when the endpoint is up. */
function applied(checks: Check[], { era = 0, since = 0, droppedChecks = 0 } = {}): Applied {
  const verdicts: CheckInInput['owners'][string]['verdicts'] =
    since > 0 ? { e: { up: true, since, statusCode: 200, error: null, rev: 0 } } : {};
  const device = { deviceName: 'd', deviceId: 'd', osName: 'o', osVersion: '1', appVersion: '1' };
  const unknown = { batteryPercent: null, batteryCharging: null, memoryUsage: null };
  const condition = { abstaining: false, droppedChecks, spoolOldestAt: null, clockOffsetMs: 0 };
  const report: CheckInInput = {
    ...{ spool: 'spool-id', seq: 1, lane: 'live', windowAt: 0, syncedAt: null },
    owners: { o1: { generation: 1, checks, verdicts } },
    device: { ...device, ...unknown },
    condition,
  };
  return { report, era };
}

/** A life that was killed, and in which these checks were said to be done. */
const life = (...kept: number[]) => ({
  ...{ end: 'write', isKilled: true },
  said: { kept: new Map([['e', kept.map((number) => statusOf(number, true))]]), unanswered: new Map(), isBlind: false },
});

/** Three requests, 1 s apart, that all arrived; the agent was killed after the second and after the third. */
const GOOD: Evidence = {
  visits: new Map([['e', [visit(0, 1_000), visit(1, 2_000), visit(2, 3_000, 1)]]]),
  kept: new Set(['o1/e@1001']),
  lives: [life(0), life()],
  applied: [applied([check(0, 1_001), check(1, 2_001)], { since: 10 }), applied([check(2, 3_001)], { since: 20 })],
  verdicts: [{ endpoint: 'e', isUp: true, knownUp: true }],
};
const [first = applied([]), second = applied([])] = GOOD.applied;
const FINE = { served: 3, arrived: 3, cutOff: 0, hindered: 0, repeated: 0, reports: 2 };

test.each<[string, Partial<Evidence>, string[], object]>([
  ['what is right', {}, [], {}],
  [
    'a check lost before another of its endpoint',
    { applied: [applied([check(1, 2_001)]), second], kept: new Set(), lives: [life(), life()] },
    ['e: its check no. 0 was lost in life 0, which ended by write'],
    { arrived: 2 },
  ],
  [
    'one that the agent hindered itself',
    {
      ...{ applied: [applied([check(1, 2_001)]), second], kept: new Set() },
      lives: [{ ...life(), said: { ...life().said, unanswered: new Map([['e', 1]]) } }, life()],
    },
    [],
    { arrived: 2, hindered: 1 },
  ],
  [
    'one hindered in another life',
    {
      ...{ applied: [applied([check(1, 2_001)]), second], kept: new Set() },
      lives: [life(), { ...life(), said: { ...life().said, unanswered: new Map([['e', 1]]) } }],
    },
    ['e: its check no. 0 was lost in life 0, which ended by write'],
    { arrived: 2 },
  ],
  [
    'one found while the internet was not seen',
    {
      ...{ applied: [applied([check(1, 2_001)]), second], kept: new Set() },
      lives: [{ ...life(), said: { ...life().said, isBlind: true } }, life()],
    },
    [],
    { arrived: 2, hindered: 1 },
  ],
  ['one that ran when the agent was killed', { applied: [first] }, [], { arrived: 2, cutOff: 1, reports: 1 }],
  [
    'one that ran when the agent was killed, however long before it was served',
    { applied: [first], visits: new Map([['e', [visit(0, 1_000), visit(1, 2_000), visit(2, 2_001, 1)]]]) },
    [],
    { arrived: 2, cutOff: 1, reports: 1 },
  ],
  [
    'one that was said to be done before the agent was killed',
    { applied: [first], lives: [life(0), life(2)] },
    ['e: its check no. 2 was lost in life 1, which ended by write'],
    { arrived: 2, reports: 1 },
  ],
  [
    'one lost in a life that ended well',
    { applied: [first], lives: [life(0), { ...life(), isKilled: false }] },
    ['e: its check no. 2 was lost in life 1, which ended by write'],
    { arrived: 2, reports: 1 },
  ],
  [
    'checks of a clock that is off by seconds',
    { applied: [applied([check(0, 4_001), check(1, 5_001)], { since: 10 }), second], kept: new Set() },
    [],
    {},
  ],
  [
    'one that lay in the spool from the beginning',
    { applied: [first, second, applied([{ ...check(0, 7), statusCode: OLD_STATUS }])] },
    [],
    { arrived: 4, reports: 3 },
  ],
  ['one that was on the disk', { kept: new Set(['o1/e@9']) }, ['o1/e@9 was on the disk and did not arrive'], {}],
  ['one counted twice', { applied: [first, second, second] }, ['o1/e@3001 was counted twice'], { reports: 3 }],
  [
    'one that comes again once the server forgot',
    { applied: [first, second, { ...second, era: 1 }] },
    [],
    { repeated: 1, reports: 3 },
  ],
  [
    'one that comes again as another',
    { applied: [first, second, applied([{ ...check(2, 3_001), ms: 6 }], { era: 1 })] },
    ['o1/e@3001 came as two'],
    { reports: 3 },
  ],
  [
    'one that was never made',
    { applied: [first, second, applied([check(7, 3_050)])] },
    ['e: a check of 3050 (217) was never made'],
    { arrived: 4, reports: 3 },
  ],
  [
    'verdicts in the wrong order',
    { applied: [applied([check(0, 1_001), check(1, 2_001)], { since: 30 }), second] },
    ['e: an older verdict came later'],
    {},
  ],
  [
    'a verdict that is not true',
    { verdicts: [{ endpoint: 'e', isUp: true, knownUp: false }] },
    ['e is up, and known as false'],
    {},
  ],
  [
    'checks that the agent gave up',
    { applied: [first, applied([check(2, 3_001)], { droppedChecks: 4 })] },
    ['report 1 tells of 4 dropped checks'],
    {},
  ],
])('%s', (_what, evidence, wrong, counts) => {
  const judged = judge({ ...GOOD, ...evidence });
  expect(judged.wrong).toEqual(wrong);
  expect(judged.counts).toEqual({ ...FINE, ...counts });
});
