import { expect, it } from 'vitest';
import { daysAgo, relativeTime } from './durations.ts';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;

const now = Date.UTC(2026, 0, 15, 12);

it.each([
  [0, { kind: 'now' }],
  [59 * S + 999, { kind: 'now' }],
  [-5 * M, { kind: 'now' }],
  [60 * S, { kind: 'minutes', count: 1 }],
  [2 * M + 59 * S, { kind: 'minutes', count: 2 }],
  [H - 1, { kind: 'minutes', count: 59 }],
  [H, { kind: 'hours', count: 1 }],
  [24 * H - 1, { kind: 'hours', count: 23 }],
  [24 * H, { kind: 'date' }],
  [400 * H, { kind: 'date' }],
])('%i ms ago is %o', (agoMs, expected) => {
  expect(relativeTime(now - agoMs, now)).toEqual(expected);
});

it.each([
  [24 * H, 1],
  [48 * H - 1, 1],
  [400 * H, 16],
])('%i ms ago are %i whole days', (agoMs, expected) => {
  expect(daysAgo(now - agoMs, now)).toBe(expected);
});
