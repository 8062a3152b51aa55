import { describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import { type BudgetInput, errorBudget, outcomeOf, totalBudget } from './error-budget.ts';

const DAY_SEC = DAY_MS / SECOND_MS;
const START = Date.UTC(2026, 9, 1);
const over = (days: number) => ({ endpoints: 1, nowMs: START + days * DAY_MS, toMs: START + days * DAY_MS });

describe('errorBudget of a range that is over', () => {
  it.each<[string, Partial<BudgetInput>, { allowedSec: number; leftSec: number }]>([
    ['99.9 % of 30 days', {}, { allowedSec: 2592, leftSec: 2592 }],
    ['half of it used', { downtimeSec: 1296 }, { allowedSec: 2592, leftSec: 1296 }],
    ['all of it used', { downtimeSec: 2592 }, { allowedSec: 2592, leftSec: 0 }],
    ['a second more', { downtimeSec: 2593 }, { allowedSec: 2592, leftSec: -1 }],
    ['only what is known counts', { knownSec: DAY_SEC }, { allowedSec: 86.4, leftSec: 86.4 }],
    ['100 % allows nothing', { target: 100, downtimeSec: 1 }, { allowedSec: 0, leftSec: -1 }],
    ['99.999 %', { target: 99.999 }, { allowedSec: 25.92, leftSec: 25.92 }],
    ['90 %', { target: 90 }, { allowedSec: 259_200, leftSec: 259_200 }],
    ['nothing known', { knownSec: 0 }, { allowedSec: 0, leftSec: 0 }],
  ])('%s', (_, changes, expected) => {
    const budget = errorBudget({ target: 99.9, knownSec: 30 * DAY_SEC, downtimeSec: 0, ahead: over(30), ...changes });
    expect(budget).toMatchObject({ ...expected, runsOutAtMs: null });
  });
});

describe('errorBudget of a month of 30 days, ten days after its start', () => {
  const input = {
    target: 99.9,
    knownSec: 10 * DAY_SEC,
    ahead: { endpoints: 1, nowMs: START + 10 * DAY_MS, toMs: START + 30 * DAY_MS },
  };

  it.each<[string, number, number, number | null]>([
    ['does not run out without outages', 0, 2592, null],
    ['does not run out if a third of the time used a third of it', 864, 1728, null],
    ['runs out after 15 days if two thirds are used', 1728, 864, START + 15 * DAY_MS],
    ['runs out now if all is used', 2592, 0, START + 10 * DAY_MS],
    ['is exceeded', 2600, -8, null],
  ])('%s', (_, downtimeSec, leftSec, runsOutAtMs) => {
    expect(errorBudget({ ...input, downtimeSec })).toEqual({
      allowedSec: 2592,
      usedSec: downtimeSec,
      leftSec,
      runsOutAtMs,
    });
  });

  it('grows with the endpoints, and so does the rate', () => {
    const two = { ...input, knownSec: 20 * DAY_SEC, ahead: { ...input.ahead, endpoints: 2 }, downtimeSec: 2 * 1728 };
    expect(errorBudget(two)).toMatchObject({ allowedSec: 5184, runsOutAtMs: START + 15 * DAY_MS });
  });

  it('has no time ahead once its endpoints are paused', () => {
    const paused = { ...input, ahead: { ...input.ahead, endpoints: 0 }, downtimeSec: 500 };
    expect(errorBudget(paused)).toMatchObject({ allowedSec: 864, leftSec: 364, runsOutAtMs: null });
  });
});

it('totalBudget adds up budgets of different targets', () => {
  const [one, other] = [99.9, 99].map((target) =>
    errorBudget({ target, knownSec: DAY_SEC, downtimeSec: 100, ahead: over(1) }),
  );
  if (!one || !other) throw new Error('no budgets');
  expect([one.leftSec, other.leftSec]).toEqual([-13.6, 764]);
  const measured = { knownSec: 2 * DAY_SEC, downtimeSec: 200, ahead: over(1) };
  expect(totalBudget([one, other], measured)).toEqual({
    allowedSec: 950.4,
    usedSec: 200,
    leftSec: 750.4,
    runsOutAtMs: null,
  });
});

it.each([
  [10, 5, true, 'met'],
  [0, 5, true, 'met'],
  [-0.001, 5, true, 'missed'],
  [10, 5, false, 'open'],
  [-1, 5, false, 'missed'],
  [0, 0, true, 'unknown'],
  [100, 0, false, 'unknown'],
] as const)('%d s left of %d s known, over: %o is %s', (leftSec, knownSec, isOver, expected) => {
  const budget = { allowedSec: 0, usedSec: 0, leftSec, runsOutAtMs: null };
  expect(outcomeOf(budget, knownSec, isOver)).toBe(expected);
});
