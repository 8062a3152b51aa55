import { expect, test } from 'vitest';
import { type CheckInState, nextStep, type Step } from './loop.ts';

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
