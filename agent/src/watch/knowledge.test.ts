import { expect, test } from 'vitest';
import { planFor } from '../schedule/plan.ts';
import { KnowledgeBook } from './knowledge.ts';
import { assignmentOf } from './testing/bench.ts';

const plan = (urls: Record<string, string>) => planFor(new Map(), [assignmentOf(urls)], 'a1', 0);

test.each([
  ['is gone', {}],
  ['has another URL', { e1: 'https://new.farwatch.test/' }],
])('of an endpoint that %s in the middle of a doubt nothing is kept', (_what, next) => {
  const book = new KnowledgeBook();
  book.learn('o1/e1', { verdict: null, doubtSince: 5 }, 7);
  expect(book.doubtBeganMs('o1/e1')).toBe(7);
  book.follow(plan({ e1: 'https://old.farwatch.test/' }), plan(next));
  expect([book.doubtBeganMs('o1/e1'), book.of('o1/e1').doubtSince]).toEqual([null, null]);
});
