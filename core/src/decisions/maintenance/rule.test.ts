import { expect, test } from 'vitest';
import { localRule, ruleProblem } from './rule.ts';
import dateutil from './testing/dateutil-rules.json' with { type: 'json' };

const ms = (local: string) => Date.parse(`${local}Z`);

test.each(dateutil.cases)('agrees with python-dateutil: $name', ({ start, rule, expected }) => {
  const local = localRule(rule, ms(start), 'UTC')?.between(ms(start), ms('2390-01-01T00:00'));
  expect(local).toEqual(expected.map(ms));
});

const START = ms('2026-11-23T02:30');

test.each([
  ['a date includes that day', 'FREQ=DAILY;UNTIL=20261125', 3],
  ['a local time', 'FREQ=DAILY;UNTIL=20261125T022959', 2],
  ['a time in UTC', 'UNTIL=20261124T183000Z;FREQ=DAILY', 3],
])('UNTIL: %s', (_, rule, count) => {
  expect(localRule(rule, START, 'Asia/Taipei')?.between(START, ms('2027-01-01T00:00'))).toHaveLength(count);
});

test.each([
  ['FREQ=HOURLY', 'bad_rule'],
  ['INTERVAL=2', 'bad_rule'],
  ['FREQ=DAILY;INTERVAL=0', 'bad_rule'],
  ['FREQ=DAILY;FREQ=WEEKLY', 'bad_rule'],
  ['FREQ=WEEKLY;BYDAY=XX', 'bad_rule'],
  ['FREQ=YEARLY;BYMONTH=13', 'bad_rule'],
  ['FREQ=DAILY;BYHOUR=-1', 'bad_rule'],
  ['FREQ=DAILY;BYSECOND=30', 'bad_rule'],
  ['FREQ=DAILY\nDTSTART:20261123T023000', 'bad_rule'],
  ['', 'bad_rule'],
  ['FREQ=DAILY;BYHOUR=0,6,12,18;BYMINUTE=0,15,30', 'too_many_occurrences'],
  ['FREQ=MONTHLY;BYDAY=-1SU,2MO;BYHOUR=1,4;BYSETPOS=-1', null],
])('%s: %s', (rule, problem) => {
  expect(ruleProblem(rule)).toBe(problem);
});

test('a daily rule of long ago keeps its step', () => {
  const local = localRule('FREQ=DAILY;INTERVAL=3', ms('2001-01-01T02:30'), 'UTC');
  expect(local?.between(ms('2026-11-20T00:00'), ms('2026-11-26T00:00'))).toEqual([
    ms('2026-11-22T02:30'),
    ms('2026-11-25T02:30'),
  ]);
});

test('a day that does not exist ends no rule', () => {
  expect(localRule('FREQ=DAILY;UNTIL=20260230', START, 'UTC')).toBeNull();
});

test.each([
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=7;BYMONTH=2',
  'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO',
  'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=366,-1',
  'FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
  'FREQ=MONTHLY;COUNT=400;BYMONTHDAY=31',
])('parts of a time have the same occurrences as the whole of it: %s', (rule) => {
  const local = localRule(rule, START, 'UTC');
  // The whole reaches beyond the years that are moved close to the last one.
  const whole = local?.between(START, ms('2105-01-01T00:00')) ?? [];
  const parts: number[] = [];
  for (let year = 2026; year < 2105; year += 1) {
    parts.push(...(local?.between(ms(`${year}-01-01T00:00`), ms(`${year}-12-31T23:59`)) ?? []));
  }
  expect(parts).toEqual(whole);
  expect(whole.length).toBeGreaterThan(0);
});
