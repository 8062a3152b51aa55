import { expect, it } from 'vitest';
import { budgetOf, type CheckBudget, maxChecksOf, type PlannedEndpoints, plannedChecks } from './check-budget.ts';

const every = (count: number, intervalSec: number | null): PlannedEndpoints => ({ count, intervalSec });

it.each([
  [[], 600, 0],
  [[every(7, null)], 600, 7],
  [[every(7, null)], 3600, 2],
  [[every(100, 30)], 600, 2000],
  [[every(3, 180)], 600, 10],
  [[every(3, 2700), every(1, 3600)], 600, 1],
  [[every(10, 60), every(10, 300), every(10, null)], 1800, 124],
])('%j with %i s plan %i checks in ten minutes', (groups, accountSec, expected) => {
  expect(plannedChecks(groups, accountSec)).toBe(expected);
});

it.each<[string, PlannedEndpoints[], PlannedEndpoints, number, Partial<CheckBudget>]>([
  ['a new monitor', [], every(80, 30), 0, { used: 1600, isExceeded: false, shortestSec: 30, mostUrls: 100 }],
  ['too many at 30 s', [], every(101, 30), 0, { used: 2020, isExceeded: true, shortestSec: 60, mostUrls: 100 }],
  ['others use most', [every(90, 30)], every(30, null), 0, { used: 1830, shortestSec: 120, mostUrls: 10 }],
  ['others use all', [every(100, 30)], every(1, null), 0, { isExceeded: true, shortestSec: null, mostUrls: 0 }],
  ['fewer than before, though too many', [], every(110, 30), 2400, { used: 2200, isExceeded: false }],
])('the budget when %s', (_, others, own, before, expected) => {
  expect(budgetOf(others, own, { intervalSec: 600, maxChecks: 2000 }, before)).toMatchObject(expected);
});

it.each([
  [2, 2000],
  [200, 2000],
  [201, 2010],
  [1000, 10_000],
  [2000, 15_000],
])('an account of at most %i endpoints may plan %i checks in ten minutes', (maxEndpoints, expected) => {
  expect(maxChecksOf(maxEndpoints)).toBe(expected);
  const own = { count: maxEndpoints, intervalSec: 600 };
  expect(budgetOf([], own, { intervalSec: 600, maxChecks: expected })).toMatchObject({
    max: expected,
    isExceeded: false,
  });
});
