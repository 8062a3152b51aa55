import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import type { Bucket } from '../../values/token-bucket.ts';
import { takeReport } from './report-budget.ts';

/** How many of `count` reports, one every `everyMs`, are accepted. */
function accepted(count: number, everyMs: number, initial?: Bucket, startedMs = NOW): number {
  let budget = initial;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const after = takeReport(budget, startedMs + index * everyMs);
    if (!after) continue;
    budget = after;
    sum += 1;
  }
  return sum;
}

it('accepts what was stored for days in one burst, and then a report a second', () => {
  expect(accepted(2_500, 0)).toBe(2_500);
  expect(accepted(2_501, 0)).toBe(2_500);
  expect(accepted(20_000, 100)).toBe(2_500 + 1_999);
  expect(accepted(10_000, SECOND_MS)).toBe(10_000);
});

it('is full again after an hour', () => {
  expect(accepted(2_501, 0, { tokens: 0, at: NOW - DAY_MS / 24 })).toBe(2_500);
});

it('does not change when the clock was set back', () => {
  const budget = { tokens: 5, at: NOW };
  expect(takeReport(budget, NOW - DAY_MS)).toEqual({ tokens: 4, at: NOW });
});
