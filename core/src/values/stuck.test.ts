import { expect, test } from 'vitest';
import { putOff, STUCK_FOR_MS, type Stuck } from './stuck.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

const NOW = Date.UTC(2026, 10, 28);

test('work that keeps failing is put off by twice as long each time, at most an hour', () => {
  const waits: number[] = [];
  let stuck: Stuck | null = null;
  for (let nowMs = NOW; waits.length < 8; nowMs = stuck.retryAt) {
    stuck = putOff(stuck, 'no', nowMs);
    waits.push((stuck.retryAt - nowMs) / MINUTE_MS);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(stuck).toMatchObject({ tries: 8, since: NOW, reason: 'no' });
});

test('a failure long after the last one counts from the start', () => {
  const before = { tries: 9, reason: 'no', since: NOW - 9 * HOUR_MS, retryAt: NOW - STUCK_FOR_MS };
  expect(putOff(before, 'other', NOW)).toEqual({ tries: 1, reason: 'other', since: NOW, retryAt: NOW + MINUTE_MS });
});
