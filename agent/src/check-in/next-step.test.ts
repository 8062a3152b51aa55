import { expect, test } from 'vitest';
import { type CheckInState, nextStep, refusalDelay, retryDelay, type Step } from './next-step.ts';

const CALM: CheckInState = {
  hasOutgoing: false,
  isReady: true,
  isUrgent: false,
  isFull: false,
  hasAnswer: false,
  inRound: false,
  hasBackfill: false,
  lastLiveAtMs: 1_000,
  retryAtMs: 0,
};
const DUE = 121_000;

test.each<[string, Partial<CheckInState>, number, Step]>([
  ['waits for the next two minutes', {}, 2_000, { do: 'wait', untilMs: DUE }],
  ['reports every two minutes', {}, DUE, { do: 'live' }],
  ['reports at once what is urgent', { isUrgent: true }, 2_000, { do: 'live' }],
  ['reports a requested check a second after the last report', { hasAnswer: true }, 2_000, { do: 'live' }],
  ['not sooner', { hasAnswer: true }, 1_999, { do: 'wait', untilMs: 2_000 }],
  ['unless there is something urgent too', { hasAnswer: true, isUrgent: true }, 1_001, { do: 'live' }],
  ['goes on with a round', { inRound: true }, 2_000, { do: 'live' }],
  ['sends what is on its way before anything else', { hasOutgoing: true, isUrgent: true }, 2_000, { do: 'send' }],
  ['puts live before backfill', { hasBackfill: true, isUrgent: true }, 2_000, { do: 'live' }],
  ['fills in when nothing is live', { hasBackfill: true }, 2_000, { do: 'backfill' }],
  [
    'waits after a failure, whatever there is',
    { retryAtMs: 5_000, hasOutgoing: true, isUrgent: true },
    2_000,
    { do: 'wait', untilMs: 5_000 },
  ],
  ['goes on after the wait', { retryAtMs: 5_000, hasOutgoing: true }, 5_000, { do: 'send' }],
  [
    'waits for the first round',
    { isReady: false, hasOutgoing: true, isUrgent: true },
    DUE,
    { do: 'wait', untilMs: Number.POSITIVE_INFINITY },
  ],
])('%s', (_what, changes, nowMs, expected) => {
  expect(nextStep({ ...CALM, ...changes }, nowMs)).toEqual(expected);
});

test.each([
  [1, 0, 500],
  [1, 0.999, 999.5],
  [2, 0, 1_000],
  [4, 0, 4_000],
  [5, 0, 7_500],
  [50, 0.5, 11_250],
])('after %i failures, with %d, it waits %d ms', (failures, random, expected) => {
  expect(retryDelay(failures, random)).toBeCloseTo(expected);
});

test.each([
  [1, 500],
  [4, 4_000],
  [9, 128_000],
  [50, 150_000],
])('after %i refusals in a row it waits at least %d ms', (refusals, expected) => {
  expect(refusalDelay(refusals, 0)).toBeCloseTo(expected);
});
