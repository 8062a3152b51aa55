import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { isPlannedStart, nextStart, occurrencesOf, scheduleProblem } from './occurrences.ts';

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
