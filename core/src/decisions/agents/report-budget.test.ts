import { expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import type { Bucket } from '../../values/token-bucket.ts';
import { takeReport } from './report-budget.ts';

/** How many of so many reports, one every `everyMs`, are taken. */
function taken(count: number, everyMs: number, begun?: Bucket, startedMs = NOW): number {
  let budget = begun;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const after = takeReport(budget, startedMs + index * everyMs);
    if (!after) continue;
    budget = after;
    sum += 1;
  }
  return sum;
}

it('what waited on the disk for days comes at once; without end it is a report a second', () => {
  expect(taken(2_500, 0)).toBe(2_500);
  expect(taken(2_501, 0)).toBe(2_500);
  expect(taken(20_000, 100)).toBe(2_500 + 1_999);
  expect(taken(10_000, SECOND_MS)).toBe(10_000);
});

it('it is whole again after an hour', () => {
  expect(taken(2_501, 0, { tokens: 0, at: NOW - DAY_MS / 24 })).toBe(2_500);
});

it('a clock that was set back gives nothing and takes nothing', () => {
  const budget = { tokens: 5, at: NOW };
  expect(takeReport(budget, NOW - DAY_MS)).toEqual({ tokens: 4, at: NOW });
});
