import { expect, test } from 'vitest';
import { slugOf, slugProblem, slugSchema } from './slug.ts';

test.each([
  ['acme', null],
  ['acme-2', null],
  ['far-away', null],
  ['watch-far', null],
  ['Acme', 'invalid'],
  ['ac', 'invalid'],
  ['acme--2', 'invalid'],
  ['login', 'reserved'],
  ['farwatch', 'reserved'],
  ['farwatch-login', 'reserved'],
  ['my-farwatch', 'reserved'],
  ['far-watch-support', 'reserved'],
] as const)('the slug %s: %s', (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem);
  expect(slugSchema.safeParse(slug).success).toBe(problem === null);
});

test.each([
  ['Acme Cloud', 'acme-cloud'],
  ['Farwatch status', ''],
  ['状态', ''],
])('the title %s gives the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
