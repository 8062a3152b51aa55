import { expect, it } from 'vitest';
import { overBudget } from './budgets.ts';

const budget = { route: '/login', parts: [], kib: 100 };
const kib = (sizes: Record<string, number>) =>
  new Map(Object.entries(sizes).map(([name, size]) => [name, size * 1024]));

it.each([
  ['within its budget', { 'start.js': 60, 'react.js': 40 }, null],
  [
    'over it, because one file grew and another is new',
    { 'start.js': 62.5, 'react.js': 40, 'charts.js': 90 },
    '/login loads 192.5 KiB, 92.5 KiB over its budget of 100 KiB. Grown since the last record: charts.js +90.0 KiB (new), start.js +2.5 KiB.',
  ],
])('a route %s', (_, sizes, expected) => {
  const recorded = { 'start.js': 60 * 1024, 'react.js': 40 * 1024 };
  expect(overBudget(budget, kib(sizes), recorded)).toBe(expected);
});
