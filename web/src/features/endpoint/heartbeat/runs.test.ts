import type { Ping } from '@farwatch/core/documents/heartbeat';
import { expect, it } from 'vitest';
import { runsOf, runTimes } from './runs.ts';

const ping = (number: number, kind: Ping['kind'], durationMs: number | null = null): Ping => ({
  ...{ number, at: number * 1000, kind, exitStatus: null, rid: null, durationMs, bytes: 0 },
});

it('runs are pings that ended one whose start is known', () => {
  const pings = [ping(1, 'success'), ping(2, 'start'), ping(3, 'success', 900), ping(4, 'log'), ping(5, 'fail', 0)];
  expect(runsOf(pings)).toEqual([
    { number: 3, at: 3000, durationMs: 900, isFailure: false },
    { number: 5, at: 5000, durationMs: 0, isFailure: true },
  ]);
});

it.each([
  [[], null],
  [[7], { lastMs: 7, medianMs: 7, longestMs: 7 }],
  [[9, 1], { lastMs: 1, medianMs: 5, longestMs: 9 }],
  [[100, 3, 20], { lastMs: 20, medianMs: 20, longestMs: 100 }],
])('of %j', (durations, expected) => {
  const pings = durations.map((durationMs, index) => ping(index, 'success', durationMs));
  expect(runTimes(runsOf(pings))).toEqual(expected);
});
