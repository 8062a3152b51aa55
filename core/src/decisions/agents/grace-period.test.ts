import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { decideGracePeriod, trackLocationError } from './grace-period.ts';

const IN_5 = NOW + 5 * MINUTE_MS;
const AGO_1 = NOW - MINUTE_MS;

describe('the grace period for silent agents', () => {
  type Case = {
    rule: string;
    lastRunAt?: number | null;
    graceUntil?: number | null;
    graceSince?: number | null;
    seen: [silent: number, active: number, quiet?: number];
    after: [graceUntil: number | null, isInGrace: boolean, isStarting: boolean];
  };
  it.each<Case>([
    { rule: 'one of three', seen: [1, 2], after: [null, false, false] },
    { rule: 'one of two', seen: [1, 1], after: [null, false, false] },
    { rule: 'the only one', seen: [1, 0], after: [null, false, false] },
    { rule: 'half of four', seen: [2, 2], after: [null, false, false] },
    { rule: 'two of three together', seen: [2, 1], after: [IN_5, true, true] },
    { rule: 'all together', seen: [3, 0], after: [IN_5, true, true] },
    { rule: 'one after a gap of six minutes', lastRunAt: NOW - 6 * MINUTE_MS, seen: [1, 9], after: [IN_5, true, true] },
    { rule: 'none yet after a gap', lastRunAt: NOW - 6 * MINUTE_MS, seen: [0, 9], after: [IN_5, true, false] },
    {
      rule: 'a run that was skipped is no gap',
      lastRunAt: NOW - 2 * MINUTE_MS,
      seen: [1, 9],
      after: [null, false, false],
    },
    { rule: 'the first run ever', lastRunAt: null, seen: [1, 9], after: [null, false, false] },
    { rule: 'while it waits', graceUntil: NOW + 1, seen: [1, 2], after: [NOW + 1, true, false] },
    { rule: 'once the time is over they are declared', graceUntil: NOW, seen: [3, 0], after: [NOW, false, false] },
    { rule: 'then it is forgotten', graceUntil: NOW, seen: [0, 3], after: [null, false, false] },
    {
      rule: 'another gap meanwhile is waited for anew, as nobody could return in it',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceSince: NOW - 8 * MINUTE_MS,
      graceUntil: NOW - 3 * MINUTE_MS,
      seen: [2, 0],
      after: [IN_5, true, false],
    },
    {
      rule: 'gap upon gap: half an hour at most',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceSince: NOW - 30 * MINUTE_MS,
      graceUntil: NOW,
      seen: [2, 0],
      after: [NOW, false, false],
    },
    {
      rule: 'a gap long after: one that is silent for ever does not spoil it for all',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceUntil: NOW - 60 * MINUTE_MS,
      seen: [9, 0],
      after: [IN_5, true, true],
    },
    { rule: 'the first of many that have all missed a report', seen: [1, 0, 3], after: [IN_5, true, true] },
    { rule: 'a third, where the rest has missed a report too', seen: [3, 1, 9], after: [IN_5, true, true] },
    { rule: 'one, where another missed a report', seen: [1, 8, 2], after: [null, false, false] },
    { rule: 'none, whoever missed a report', seen: [0, 0, 3], after: [null, false, false] },
  ])('$rule', ({ lastRunAt = AGO_1, graceSince = null, graceUntil = null, seen, after }) => {
    const [silent, active, quiet = silent] = seen;
    const state = { lastRunAt, graceSince, graceUntil };
    const { isInGrace, isStarting, ...left } = decideGracePeriod(state, { silent, quiet, active }, NOW);
    expect([left.graceUntil, isInGrace, isStarting]).toEqual(after);
  });
});

describe('a location’s error', () => {
  const full = { kind: 'location_full', notified: false } as const;
  it.each([
    {
      rule: 'isStarting without a notification',
      before: undefined,
      kind: 'location_full',
      after: { ...full, since: NOW },
      shouldNotify: false,
    },
    {
      rule: 'is notified after ten minutes',
      before: { ...full, since: NOW - 10 * MINUTE_MS },
      kind: 'location_full',
      after: { ...full, since: NOW - 10 * MINUTE_MS, notified: true },
      shouldNotify: true,
    },
    {
      rule: 'is notified once',
      before: { ...full, since: NOW - 20 * MINUTE_MS, notified: true },
      kind: 'location_full',
      after: { ...full, since: NOW - 20 * MINUTE_MS, notified: true },
      shouldNotify: false,
    },
    {
      rule: 'of another kind is notified separately',
      before: { ...full, since: NOW - 20 * MINUTE_MS, notified: true },
      kind: 'location_unwatched',
      after: { kind: 'location_unwatched', since: NOW - 20 * MINUTE_MS, notified: true },
      shouldNotify: true,
    },
    {
      rule: 'is removed when it is over',
      before: { ...full, since: NOW, notified: true },
      kind: null,
      after: null,
      shouldNotify: false,
    },
  ] as const)('$rule', ({ before, kind, after, shouldNotify }) => {
    expect(trackLocationError(before, kind, NOW)).toEqual({ error: after, shouldNotify });
  });
});
