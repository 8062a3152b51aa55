import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { LocalFailureTracker } from './local-failure-tracker.ts';
import { VerdictTracker } from './verdicts.ts';

const planned = (endpoint: string, generation = 1) => ({ key: `o1/${endpoint}`, generation });
const UP = { up: true, since: 1, statusCode: 200, error: null };

function start() {
  const verdicts = new VerdictTracker();
  const slots: number[] = [];
  const tracker = new LocalFailureTracker({ verdicts, slots: 64, sleptMs: () => 0, onSlots: (now) => slots.push(now) });
  return { verdicts, tracker, slots };
}

test('tries again soon, then at growing intervals', () => {
  const { tracker } = start();
  const waits = Array.from({ length: 8 }, (_, index) => tracker.note(planned('e1'), 'resolver', index).retryInMs);
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60].map((sec) => sec * SECOND_MS));
});

test('what depends on the target is tried once more, and then at its interval', () => {
  const { tracker } = start();
  expect(tracker.note(planned('e1'), 'no-ipv6', 0).retryInMs).toBe(2 * SECOND_MS);
  expect(tracker.note(planned('e1'), 'no-ipv6', 2 * SECOND_MS).retryInMs).toBeNull();
});

test('a verdict is withdrawn after five minutes, once', () => {
  const { tracker, verdicts } = start();
  verdicts.setState('o1/e1', { verdict: UP, unconfirmedSince: null });
  const at = (ms: number) => tracker.note(planned('e1'), 'sinkhole', ms).isUrgent;
  expect([0, 1, 5 * MINUTE_MS - 1].map(at)).toEqual([false, false, false]);
  expect(verdicts.verdictOf('o1/e1')).toEqual(UP);
  expect([5 * MINUTE_MS, 6 * MINUTE_MS].map(at)).toEqual([true, false]);
  expect(verdicts.verdictOf('o1/e1')).toBeNull();
  expect(verdicts.withdrawalOf('o1/e1')).toEqual({ reason: 'sinkhole', since: 0 });
});

test('without a verdict the second time is enough where it depends on the target, and is reported under each generation', () => {
  const { tracker, verdicts } = start();
  const urgent = (generation: number) => tracker.note(planned('e1', generation), 'refused-address', 7).isUrgent;
  expect([urgent(1), urgent(1), urgent(1), urgent(2), urgent(2)]).toEqual([false, true, false, true, false]);
  expect(tracker.note(planned('e2'), 'descriptors', 7).isUrgent).toBe(false);
  expect(tracker.note(planned('e2'), 'descriptors', 8).isUrgent).toBe(false);
  verdicts.setState('o1/e1', { verdict: UP, unconfirmedSince: null });
  expect(verdicts.withdrawalOf('o1/e1')).toBeNull();
});

test('a verdict of before is not brought up under another generation by a check that was localFailures', () => {
  const { tracker, verdicts } = start();
  verdicts.setState('o1/e1', { verdict: UP, unconfirmedSince: null });
  expect(tracker.note(planned('e1', 2), 'frozen', 0).isUrgent).toBe(false);
});

test('without a network nothing is withdrawn', () => {
  const { tracker, verdicts } = start();
  verdicts.setState('o1/e1', { verdict: UP, unconfirmedSince: null });
  for (const ms of [0, 10 * MINUTE_MS]) expect(tracker.note(planned('e1'), 'no-network', ms).isUrgent).toBe(false);
});

test('after a shortage fewer checks run at a time, for ten minutes at least', () => {
  const { tracker, slots } = start();
  for (const ms of [0, 1, 2]) tracker.note(planned(`e${ms}`), 'descriptors', ms);
  expect(slots).toEqual([32]);
  tracker.note(planned('e1'), 'ports', SECOND_MS);
  expect(slots).toEqual([32, 16]);
  for (const minute of [9, 12, 13, 23]) tracker.clear('o1/e1', minute * MINUTE_MS);
  expect(slots).toEqual([32, 16, 32, 64]);
});

test('is listed while it occurs and for some minutes after, without what the guard refuses', () => {
  const { tracker } = start();
  tracker.note(planned('e1'), 'resolver', 0);
  tracker.note(planned('e2'), 'refused-address', 0);
  expect(tracker.list(10 * MINUTE_MS)).toEqual(['resolver']);
  expect(tracker.countUnchecked()).toBe(1);
  tracker.clear('o1/e1', MINUTE_MS);
  expect([2, 3].map((minute) => tracker.list(minute * MINUTE_MS))).toEqual([['resolver'], []]);
  expect(tracker.countUnchecked()).toBe(0);
});
