import { expect, test } from 'vitest';
import { planFor } from '../schedule/plan.ts';
import { assignmentOf } from './testing/assignment.ts';
import { VerdictTracker } from './verdicts.ts';

const plan = (urls: Record<string, string>) => planFor(new Map(), [assignmentOf(urls)], 'a1', 0);

test.each([
  ['is gone', {}],
  ['has another URL', { e1: 'https://new.farwatch.test/' }],
])('of an endpoint that %s before a change is confirmed nothing is kept', (_what, next) => {
  const tracker = new VerdictTracker();
  tracker.setState('o1/e1', { verdict: null, unconfirmedSince: 5 });
  expect(tracker.of('o1/e1').unconfirmedSince).toBe(5);
  tracker.followPlan(plan({ e1: 'https://old.farwatch.test/' }), plan(next));
  expect(tracker.of('o1/e1').unconfirmedSince).toBeNull();
});

const MIN = 60_000;

test.each([
  { rule: 'seen just now', checkedMsAgo: 0, isReported: true },
  { rule: 'whose next check is not late yet', checkedMsAgo: 3 * MIN, isReported: true },
  { rule: 'seen before a sleep', checkedMsAgo: 4 * MIN, isReported: false },
  { rule: 'checked only at its interval', isEveryMinute: false, checkedMsAgo: 11 * MIN, isReported: true },
  { rule: 'whose interval has long passed', isEveryMinute: false, checkedMsAgo: 13 * MIN, isReported: false },
  { rule: 'that the last check contradicts', unconfirmedSince: 5, checkedMsAgo: 0, isReported: false },
])(
  'a failure $rule: reported is $isReported',
  ({ unconfirmedSince = null, isEveryMinute = true, checkedMsAgo, isReported }) => {
    const tracker = new VerdictTracker();
    const planned = { key: 'o1/e1', intervalMs: 10 * MIN };
    const verdict = { up: false, since: 1, statusCode: null, error: 'timeout' as const };
    tracker.noteChecked(planned, 1_000, isEveryMinute, 0);
    tracker.setState('o1/e1', { verdict, unconfirmedSince });
    expect(tracker.reportable(planned, 1_000 + checkedMsAgo, isEveryMinute)).toEqual(isReported ? verdict : null);
  },
);

test('a failure whose unconfirmed recovery was dropped is not reported before it is checked again', () => {
  const tracker = new VerdictTracker();
  const planned = { key: 'o1/e1', intervalMs: 10 * MIN };
  const verdict = { up: false, since: 1, statusCode: null, error: 'timeout' as const };
  tracker.noteChecked(planned, 1_000, true, 0);
  tracker.setState('o1/e1', { verdict, unconfirmedSince: 5 });
  expect(tracker.takeDiscarded()).toEqual(['o1/e1']);
  expect(tracker.reportable(planned, 1_000, true)).toBeNull();
  tracker.noteChecked(planned, 2_000, true, 0);
  expect(tracker.reportable(planned, 2_000, true)).toEqual(verdict);
});

test('a success is reported however old it is', () => {
  const tracker = new VerdictTracker();
  const planned = { key: 'o1/e1', intervalMs: 10 * MIN };
  const verdict = { up: true, since: 1, statusCode: 200, error: null };
  tracker.noteChecked(planned, 1_000, false, 0);
  tracker.setState('o1/e1', { verdict, unconfirmedSince: 5 });
  expect(tracker.reportable(planned, 1_000 + 60 * MIN, false)).toEqual(verdict);
});

test('a failure that is seen again after a sleep is to be reported at once, after a mere wait for its turn it is not', () => {
  const tracker = new VerdictTracker();
  const planned = { key: 'o1/e1', intervalMs: 10 * MIN };
  tracker.noteChecked(planned, 1_000, true, 0);
  tracker.setState('o1/e1', {
    verdict: { up: false, since: 1, statusCode: null, error: 'timeout' },
    unconfirmedSince: null,
  });
  expect(tracker.noteGeneration('o1/e1', 1)).toBe(true);
  tracker.noteChecked(planned, 1_000 + MIN, true, 0);
  expect(tracker.noteGeneration('o1/e1', 1)).toBe(false);
  tracker.noteChecked(planned, 1_000 + 61 * MIN, true, 0);
  expect(tracker.noteGeneration('o1/e1', 1)).toBe(true);
  tracker.noteChecked(planned, 1_000 + 81 * MIN, true, 18 * MIN);
  expect(tracker.noteGeneration('o1/e1', 1)).toBe(false);
});
