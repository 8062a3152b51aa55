import { expect, it } from 'vitest';
import type { TrialBudget } from '../../documents/trial-budget.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { takeTrial } from './trial-rules.ts';

/** How many of these requests, one each `everyMs`, are granted; and how long the last is to wait. */
function request(count: number, everyMs: number) {
  let budget: TrialBudget | null = null;
  let granted = 0;
  let waitSec = 0;
  for (let index = 0; index < count; index += 1) {
    const taken = takeTrial(budget, index * everyMs);
    if ('budget' in taken) {
      granted += 1;
      budget = taken.budget;
    } else waitSec = taken.retryAfterSec;
  }
  return { granted, waitSec };
}

it.each([
  ['ten at once', 11, 0, { granted: 10, waitSec: 6 }],
  ['ten a minute after that', 21, 6 * SECOND_MS, { granted: 21, waitSec: 0 }],
  ['a hundred at a slow rate', 101, MINUTE_MS / 10, { granted: 100, waitSec: 265 }],
  ['a hundred a day after that', 150, DAY_MS / 100, { granted: 150, waitSec: 0 }],
])('grants %s', (_, count, everyMs, expected) => {
  expect(request(count, everyMs)).toEqual(expected);
});
