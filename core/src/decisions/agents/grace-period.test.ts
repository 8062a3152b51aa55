import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { decideGracePeriod, trackLocationProblem } from './grace-period.ts';

const IN_5 = NOW + 5 * MINUTE_MS;
const AGO_1 = NOW - MINUTE_MS;

describe('the grace period for silent agents', () => {
  type Case = {
    rule: string;
    lastRunAt?: number | null;
    graceUntil?: number | null;
    graceSince?: number | null;
    counts: [silent: number, active: number, missedReport?: number];
    after: [graceUntil: number | null, isInGrace: boolean, isStarting: boolean];
  };
  it.each<Case>([
    { rule: 'one of three', counts: [1, 2], after: [null, false, false] },
    { rule: 'one of two', counts: [1, 1], after: [null, false, false] },
    { rule: 'the only one', counts: [1, 0], after: [null, false, false] },
    { rule: 'half of four', counts: [2, 2], after: [null, false, false] },
    { rule: 'two of three together', counts: [2, 1], after: [IN_5, true, true] },
    { rule: 'all together', counts: [3, 0], after: [IN_5, true, true] },
    {
      rule: 'one after a gap of six minutes',
      lastRunAt: NOW - 6 * MINUTE_MS,
      counts: [1, 9],
      after: [IN_5, true, true],
    },
    { rule: 'none yet after a gap', lastRunAt: NOW - 6 * MINUTE_MS, counts: [0, 9], after: [IN_5, true, false] },
    {
      rule: 'a skipped run is not a gap',
      lastRunAt: NOW - 2 * MINUTE_MS,
      counts: [1, 9],
      after: [null, false, false],
    },
    { rule: 'the first run ever', lastRunAt: null, counts: [1, 9], after: [null, false, false] },
    { rule: 'during the period', graceUntil: NOW + 1, counts: [1, 2], after: [NOW + 1, true, false] },
    { rule: 'after the period they are declared lost', graceUntil: NOW, counts: [3, 0], after: [NOW, false, false] },
    { rule: 'when all have returned', graceUntil: NOW, counts: [0, 3], after: [null, false, false] },
    {
      rule: 'another gap extends it, as no agent could return in it',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceSince: NOW - 8 * MINUTE_MS,
      graceUntil: NOW - 3 * MINUTE_MS,
      counts: [2, 0],
      after: [IN_5, true, false],
    },
    {
      rule: 'repeated gaps: half an hour at most',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceSince: NOW - 30 * MINUTE_MS,
      graceUntil: NOW,
      counts: [2, 0],
      after: [NOW, false, false],
    },
    {
      rule: 'a later gap, though an agent stayed silent',
      lastRunAt: NOW - 6 * MINUTE_MS,
      graceUntil: NOW - 60 * MINUTE_MS,
      counts: [9, 0],
      after: [IN_5, true, true],
    },
    { rule: 'the first of many that have all missed a report', counts: [1, 0, 3], after: [IN_5, true, true] },
    { rule: 'a third, while the rest has missed a report too', counts: [3, 1, 9], after: [IN_5, true, true] },
    { rule: 'one, while another missed a report', counts: [1, 8, 2], after: [null, false, false] },
    { rule: 'none silent, though some missed a report', counts: [0, 0, 3], after: [null, false, false] },
  ])('$rule', ({ lastRunAt = AGO_1, graceSince = null, graceUntil = null, counts, after }) => {
    const [silent, active, missedReport = silent] = counts;
    const state = { lastRunAt, graceSince, graceUntil };
    const { isInGrace, isStarting, ...kept } = decideGracePeriod(state, { silent, missedReport, active }, NOW);
    expect([kept.graceUntil, isInGrace, isStarting]).toEqual(after);
  });
});

describe('a location’s error', () => {
  const full = { kind: 'location_full', notified: false } as const;
  it.each([
    {
      rule: 'starts without a notification',
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
      kind: 'location_without_agent',
      after: { kind: 'location_without_agent', since: NOW - 20 * MINUTE_MS, notified: true },
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
    expect(trackLocationProblem(before, kind, NOW)).toEqual({ problem: after, shouldNotify });
  });
});
