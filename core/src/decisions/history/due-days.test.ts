import { describe, expect, it } from 'vitest';
import { dateOf, type History, newHistory, nextDueAt } from '../../documents/history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/time.ts';
import { type Built, builtDaysSince, dueDays, historyAfter } from './due-days.ts';

const TODAY = Date.UTC(2026, 10, 20);
const NOW = TODAY + 35 * MINUTE_MS;
const at = (days: number) => TODAY + days * DAY_MS;
const historySample = (changes: Partial<History> = {}): History => ({
  ...newHistory('owner', at(-1)),
  ...changes,
});
const marks = (...days: number[]) => Object.fromEntries(days.map((day) => [dateOf(at(day)), NOW]));

describe('due are', () => {
  it.each<[string, Partial<History>, number[], number, number[]]>([
    ['yesterday', {}, [], NOW, [-1]],
    ['nothing before its last hour is rolled up', {}, [], TODAY + 29 * MINUTE_MS, []],
    ['nothing if it is built', { builtUntil: TODAY }, [], NOW, []],
    ['days of missed runs', { builtUntil: at(-3) }, [], NOW, [-3, -2, -1]],
    ['marked days', { builtUntil: TODAY, dirtyDays: marks(-9, -2) }, [], NOW, [-9, -2]],
    ['days of late hours, once', { dirtyDays: marks(-2) }, [at(-2), at(-5)], NOW, [-5, -2, -1]],
    ['not today', { builtUntil: TODAY, dirtyDays: marks(0) }, [TODAY], NOW, []],
    ['no days whose hours have expired', { builtUntil: TODAY, dirtyDays: marks(-36, -34) }, [at(-40)], NOW, [-34]],
  ])('%s', (_, changes, late, nowMs, expected) => {
    expect(dueDays(historySample(changes), late, nowMs)).toEqual(expected.map(at));
  });

  it('34 days of an owner from before histories existed', () => {
    const days = dueDays(historySample({ builtUntil: null }), [], NOW);
    expect([days[0], days.at(-1), days.length]).toEqual([at(-34), at(-1), 34]);
  });
});

describe('after a task', () => {
  const before = historySample({ dirtyDays: marks(-5) });
  const built: Built = { before, isUnchanged: true, built: [at(-5), at(-1)], left: [], hasEndpoints: true };
  it.each<[string, History, Partial<Built>, Partial<History>]>([
    [
      'the next is due tomorrow',
      before,
      {},
      { builtUntil: TODAY, dirtyDays: {}, checkedAt: NOW, dueAt: at(1) + 30 * MINUTE_MS },
    ],
    [
      'what is left is due at once',
      before,
      { built: [], left: [at(-5), at(-1)] },
      { builtUntil: at(-1), dirtyDays: marks(-5), dueAt: NOW },
    ],
    ['nothing is due without endpoints', before, { hasEndpoints: false }, { dueAt: null }],
    [
      'a day that was marked meanwhile stays marked',
      { ...before, dirtyDays: { ...marks(-5), [dateOf(at(-7))]: 1 }, dueAt: NOW },
      { isUnchanged: false },
      { dirtyDays: { [dateOf(at(-7))]: 1 }, dueAt: NOW },
    ],
    [
      'so does one that was marked again',
      { ...before, dirtyDays: { [dateOf(at(-5))]: NOW + 1 } },
      { isUnchanged: false },
      { dirtyDays: { [dateOf(at(-5))]: NOW + 1 } },
    ],
    [
      'another task may have built more',
      { ...before, builtUntil: TODAY, dirtyDays: {} },
      { isUnchanged: false },
      { builtUntil: TODAY, dirtyDays: {} },
    ],
    [
      'a gap of more than 34 days is not built',
      { ...before, builtUntil: at(-90) },
      { built: [at(-34)] },
      { builtUntil: at(-33) },
    ],
  ])('%s', (_, current, changes, expected) => {
    expect(historyAfter(current, { ...built, ...changes }, NOW)).toMatchObject(expected);
  });
});

it.each([
  ['an event of today', at(0) + HOUR_MS, at(0) + 2 * HOUR_MS, []],
  ['one of the last minute before midnight that is stored right after it', at(0) - 1, at(0) + 1, []],
  ['one of yesterday that is stored late', at(0) - 1, at(0) + 20 * MINUTE_MS, [-1]],
  ['one of three days ago', at(-3) + 5, at(0) + HOUR_MS, [-3, -2, -1]],
])('%s contradicts the days', (_, atMs, nowMs, expected) => {
  expect(builtDaysSince(atMs, nowMs)).toEqual(expected.map(at));
});

it.each([
  [at(0), at(0) + 30 * MINUTE_MS],
  [at(0) + 29 * MINUTE_MS, at(0) + 30 * MINUTE_MS],
  [at(0) + 30 * MINUTE_MS, at(1) + 30 * MINUTE_MS],
  [at(0) + 23 * HOUR_MS, at(1) + 30 * MINUTE_MS],
])('the next build is due after midnight', (nowMs, expected) => {
  expect(nextDueAt('owner', nowMs)).toBe(expected);
});

it('the builds of many owners are spread over three hours, each always in the same', () => {
  const owners = Array.from({ length: 3000 }, (_, index) => `owner${index}`);
  const hours = Map.groupBy(owners, (ownerId) => (nextDueAt(ownerId, at(0)) - at(0) - 30 * MINUTE_MS) / HOUR_MS);
  expect([...hours.keys()].sort()).toEqual([0, 1, 2]);
  for (const [hour, { length }] of hours) expect([hour, Math.round(length / 200)]).toEqual([hour, 5]);
  for (const ownerId of owners) expect(nextDueAt(ownerId, at(1)) - nextDueAt(ownerId, at(0))).toBe(DAY_MS);
});
