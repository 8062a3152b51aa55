import { maintenanceSample } from '@farwatch/core/testing/samples';
import { describe, expect, it } from 'vitest';
import { type Draft, draftOf, draftSchema, newDraft } from './draft.ts';
import type { Repeat } from './repeat.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 30);
const draft = (changes: Partial<Draft> = {}, repeat: Partial<Repeat> = {}): Draft => {
  const fresh = { ...newDraft(NOW, 'Asia/Taipei', null), name: 'Backup' };
  return { ...fresh, ...changes, repeat: { ...fresh.repeat, ...repeat } };
};

it('is a valid hour at the next full hour of the zone, or on the chosen day', () => {
  expect(draftSchema.parse(draft())).toEqual({
    name: 'Backup',
    monitors: null,
    start: '2026-01-15T21:00',
    timeZone: 'Asia/Taipei',
    durationMin: 60,
    rule: null,
    mailsSubscribers: false,
  });
  expect(newDraft(NOW, 'Asia/Taipei', '2026-02-01')).toMatchObject({ date: '2026-02-01', time: '21:00' });
});

it.each([
  [null],
  ['FREQ=DAILY'],
  ['FREQ=DAILY;COUNT=3'],
  ['FREQ=WEEKLY;BYDAY=MO,SU;UNTIL=20261231'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['FREQ=MONTHLY;BYDAY=-1FR'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
  ['FREQ=YEARLY;UNTIL=20261231T120000Z'],
])('opens a window with the rule %s and saves it unchanged', (rule) => {
  const window = maintenanceSample({ rule, durationMin: 90 });
  const { name, monitors, start, timeZone, durationMin } = window;
  const opened = draftOf(window, []);
  expect(draftSchema.parse(opened)).toEqual({
    mailsSubscribers: false,
    name,
    monitors,
    start,
    timeZone,
    durationMin,
    rule,
  });
  expect(opened.repeat.kind === 'custom').toBe(/INTERVAL|YEARLY/.test(rule ?? ''));
});

it('leaves out deleted monitors, unless all were deleted', () => {
  const window = maintenanceSample({ monitors: ['a', 'b'] });
  expect(draftOf(window, ['b', 'c']).monitors).toEqual(['b']);
  expect(draftOf(window, ['c']).monitors).toEqual(['a', 'b']);
});

describe('errors', () => {
  it.each<[string, Partial<Draft>, Partial<Repeat>, string[]]>([
    ['a name', { name: '  ' }, {}, ['name']],
    ['a monitor', { monitors: [] }, {}, ['monitors']],
    ['a date', { date: '' }, {}, ['start']],
    ['a length', { length: '' }, {}, ['length']],
    ['whole minutes', { length: '1.51', unit: 'minutes' }, {}, ['length']],
    ['at most a week', { length: '8', unit: 'days' }, {}, ['length']],
    ['a weekday', {}, { kind: 'weekly', weekdays: [] }, ['weekdays']],
    ['an end after the start', {}, { kind: 'daily', ends: 'on', until: '2026-01-14' }, ['until']],
    ['a number of times', {}, { kind: 'daily', ends: 'after', count: '0' }, ['count']],
    ['a rule', {}, { kind: 'custom', custom: 'FREQ=HOURLY' }, ['rule']],
    ['fewer times', {}, { kind: 'custom', custom: 'FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12' }, ['tooOften']],
    [
      'a date that exists',
      { date: '2026-02-02' },
      { kind: 'monthlyWeekday', ordinal: '1', weekday: 'SU', ends: 'on', until: '2026-02-20' },
      ['never'],
    ],
    ['several', { name: '', length: 'x' }, {}, ['name', 'length']],
  ])('requires %s', (_, changes, repeat, errors) => {
    const { error } = draftSchema.safeParse(draft(changes, repeat));
    expect(error?.issues.map(({ message }) => message)).toEqual(errors);
  });
});
