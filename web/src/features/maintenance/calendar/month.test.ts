import { maintenanceSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { dayAfterKey, entriesByDay, shiftMonth, weeksOf } from './month.ts';

it('has whole weeks, Monday first', () => {
  const weeks = weeksOf('2026-02');
  expect(weeks.map(([monday]) => monday)).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-03-01');
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
});

it('shows an occurrence on each of its days in the zone', () => {
  // The window runs from 22:00 to 02:00 in UTC, from 06:00 to 10:00 in Taipei.
  const window = { ...maintenanceSample({ start: '2026-11-20T22:00', durationMin: 240 }), id: 'w' };
  const days = weeksOf('2026-11').flat();
  expect([...entriesByDay([window], days, 'UTC').keys()]).toEqual(['2026-11-20', '2026-11-21']);
  expect([...entriesByDay([window], days, 'Asia/Taipei').keys()]).toEqual(['2026-11-21']);
});

it.each([
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['ArrowDown', '2026-02-25', '2026-03-04'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['PageUp', '2026-01-15', '2025-12-15'],
  ['Enter', '2026-01-15', null],
])('%s leads from %s to %s', (key, day, next) => {
  expect(dayAfterKey(key, day)).toBe(next);
});
