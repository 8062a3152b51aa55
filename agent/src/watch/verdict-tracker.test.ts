import { expect, test } from 'vitest';
import { planFor } from '../schedule/plan.ts';
import { assignmentOf } from './testing/assignment.ts';
import { VerdictTracker } from './verdict-tracker.ts';

const plan = (urls: Record<string, string>) => planFor(new Map(), [assignmentOf(urls)], 'a1', 0);

test.each([
  ['is gone', {}],
  ['has another URL', { e1: 'https://new.farwatch.test/' }],
])('of an endpoint that %s in the middle of a doubt nothing is kept', (_what, next) => {
  const book = new VerdictTracker();
  book.learn('o1/e1', { verdict: null, doubtSince: 5 });
  expect(book.of('o1/e1').doubtSince).toBe(5);
  book.follow(plan({ e1: 'https://old.farwatch.test/' }), plan(next));
  expect(book.of('o1/e1').doubtSince).toBeNull();
});
