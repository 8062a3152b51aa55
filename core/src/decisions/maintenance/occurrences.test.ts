import { RRule } from 'rrule';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { isPlanned, isPlannedStart, nextStart, occurrencesOf, planStarts, scheduleProblem } from './occurrences.ts';

const at = Date.parse;
const NIGHTLY = {
  start: '2026-01-01T02:30',
  timeZone: 'UTC',
  durationMin: 60,
  rule: 'FREQ=DAILY' as string | null,
  endings: {} as Record<string, number>,
};

/** The starts in the two days around noon UTC. */
function startsAround(window: typeof NIGHTLY, noon: string): string[] {
  return occurrencesOf(window, at(noon) - DAY_MS, at(noon) + DAY_MS).map(({ startsAt }) =>
    new Date(startsAt).toISOString().slice(0, 16),
  );
}

describe('where clocks change', () => {
  test.each([
    ['a gap in New York', 'America/New_York', '02:30', '2026-03-08T12:00Z', ['2026-03-08T07:30', '2026-03-09T06:30']],
    ['a fold in New York', 'America/New_York', '01:30', '2026-11-01T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    [
      'half an hour of gap',
      'Australia/Lord_Howe',
      '02:15',
      '2026-10-04T00:00Z',
      ['2026-10-03T15:45', '2026-10-04T15:15'],
    ],
    [
      'half an hour of fold',
      'Australia/Lord_Howe',
      '01:45',
      '2026-04-05T00:00Z',
      ['2026-04-04T14:45', '2026-04-05T15:15'],
    ],
    ['a gap in London', 'Europe/London', '01:30', '2026-03-29T12:00Z', ['2026-03-29T01:30', '2026-03-30T00:30']],
    ['a fold in London', 'Europe/London', '01:30', '2026-10-25T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['no change in Dhaka', 'Asia/Dhaka', '02:30', '2026-03-29T12:00Z', ['2026-03-28T20:30', '2026-03-29T20:30']],
  ])('%s', (_, timeZone, time, noon, starts) => {
    expect(startsAround({ ...NIGHTLY, timeZone, start: `2026-01-01T${time}` }, noon)).toEqual(starts);
  });

  test('an occurrence takes as long as planned', () => {
    const window = {
      ...NIGHTLY,
      timeZone: 'America/New_York',
      start: '2026-03-08T01:00',
      durationMin: 120,
      rule: null,
    };
    const [only] = occurrencesOf(window, at('2026-03-08T00:00Z'), at('2026-03-09T00:00Z'));
    expect(only).toEqual({ startsAt: at('2026-03-08T06:00Z'), endsAt: at('2026-03-08T08:00Z') });
  });

  test('two times that become one take place once', () => {
    const window = { ...NIGHTLY, timeZone: 'America/New_York', rule: 'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30' };
    expect(startsAround(window, '2026-03-08T12:00Z')).toEqual([
      '2026-03-08T07:30',
      '2026-03-09T06:30',
      '2026-03-09T07:30',
    ]);
  });
});

describe('endings', () => {
  const START = at('2026-11-20T02:30Z');
  const inDay = (endings: Record<string, number>, fromMs = START - HOUR_MS, toMs = START + HOUR_MS) =>
    occurrencesOf({ ...NIGHTLY, endings }, fromMs, toMs);

  test.each([
    ['as planned', {}, 60],
    ['ended early', { [START]: START + 10 * MINUTE_MS }, 10],
    ['extended', { [START]: START + 90 * MINUTE_MS }, 90],
  ])('%s', (_, endings, minutes) => {
    expect(inDay(endings)).toEqual([{ startsAt: START, endsAt: START + minutes * MINUTE_MS }]);
  });

  test('a cancelled occurrence does not take place, and is still planned', () => {
    expect(inDay({ [START]: START })).toEqual([]);
    expect(isPlannedStart(NIGHTLY, START)).toBe(true);
    expect(isPlannedStart(NIGHTLY, START + MINUTE_MS)).toBe(false);
  });

  test('an extended occurrence is found where only its extension overlaps', () => {
    const later = START + 5 * DAY_MS + HOUR_MS;
    expect(inDay({ [START]: later + 1 }, later, later + MINUTE_MS)).toEqual([{ startsAt: START, endsAt: later + 1 }]);
    expect(inDay({ [START]: later }, later, later + MINUTE_MS)).toEqual([]);
  });
});

test.each([
  ['once', '2026-11-20T02:30', null, '2026-11-19T00:00Z', '2026-11-20T02:30Z'],
  ['once, over', '2026-11-20T02:30', null, '2026-11-20T03:00Z', null],
  ['yearly', '2026-01-01T02:30', 'FREQ=YEARLY', '2026-01-02T00:00Z', '2027-01-01T02:30Z'],
  ['no more', '2026-01-01T02:30', 'FREQ=DAILY;COUNT=2', '2026-01-02T02:31Z', null],
])('the next start: %s', (_, start, rule, from, next) => {
  expect(nextStart({ ...NIGHTLY, start, rule }, at(from))).toBe(next && at(next));
});

test.each([
  ['FREQ=DAILY', null],
  [null, null],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', 'bad_rule'],
  ['FREQ=DAILY;UNTIL=20251231', 'bad_rule'],
  ['FREQ=WEEKLY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11', 'too_many_occurrences'],
  ['FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10', 'too_many_occurrences'],
])('the schedule %s: %s', (rule, problem) => {
  expect(scheduleProblem({ ...NIGHTLY, rule })).toBe(problem);
});

test('an invalid rule that is stored has no occurrences', () => {
  expect(occurrencesOf({ ...NIGHTLY, rule: 'FREQ=NEVER' }, 0, at('2027-01-01T00:00Z'))).toEqual([]);
});

describe('stored starts', () => {
  const NOW_MS = at('2026-11-20T12:00Z');
  const RULES = [
    'FREQ=DAILY',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9',
    'FREQ=WEEKLY;BYDAY=SU;UNTIL=20261201',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;COUNT=330',
  ];
  const expansions = [vi.spyOn(RRule.prototype, 'between'), vi.spyOn(RRule.prototype, 'after')];
  const countExpansions = () => expansions.reduce((sum, each) => sum + each.mock.calls.length, 0);
  beforeEach(() => void expansions.forEach((each) => void each.mockClear()));

  test.each(RULES.flatMap((rule) => ['UTC', 'America/New_York'].map((timeZone) => ({ rule, timeZone }))))(
    'say what the rule says: $rule in $timeZone',
    ({ rule, timeZone }) => {
      const window = { ...NIGHTLY, rule, timeZone, endings: { [at('2026-11-20T02:30Z')]: at('2026-11-20T02:30Z') } };
      const stored = { ...window, planned: planStarts(window, NOW_MS) };
      for (const days of [-35, -8, -1, 0, 1, 8, 30, 59, 90, 400]) {
        const fromMs = NOW_MS + days * DAY_MS;
        expect(nextStart(stored, fromMs), `next after ${days} days`).toBe(nextStart(window, fromMs));
        const around = [fromMs - DAY_MS, fromMs + DAY_MS] as const;
        expect(occurrencesOf(stored, ...around), `around ${days} days`).toEqual(occurrencesOf(window, ...around));
      }
    },
  );

  test.each(RULES)('are read without an expansion of %s', (rule) => {
    const window = { ...NIGHTLY, rule };
    const stored = { ...window, planned: planStarts(window, NOW_MS) };
    expect(countExpansions()).toBeGreaterThan(0);
    expansions.forEach((each) => void each.mockClear());
    occurrencesOf(stored, NOW_MS - 35 * DAY_MS, NOW_MS + 60 * DAY_MS);
    nextStart(stored, NOW_MS);
    isPlannedStart(stored, NOW_MS);
    expect([isPlanned(stored, NOW_MS), isPlanned(stored, NOW_MS + 30 * DAY_MS)]).toEqual([true, true]);
    expect(countExpansions()).toBe(0);
  });

  test('a window that takes place once stores none, and is never short of them', () => {
    expect(planStarts({ ...NIGHTLY, rule: null }, NOW_MS)).toBeNull();
    expect(isPlanned({ rule: null, planned: null }, NOW_MS)).toBe(true);
  });

  test.each([
    ['none are stored', null],
    ['they end too early', { fromMs: 0, toMs: NOW_MS + 59 * DAY_MS, starts: [] }],
  ])('too few are there if %s', (_, planned) => {
    expect(isPlanned({ rule: 'FREQ=DAILY', planned }, NOW_MS)).toBe(false);
  });
});
