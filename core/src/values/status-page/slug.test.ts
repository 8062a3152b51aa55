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
  ['Ärzte & Café Zürich', 'arzte-cafe-zurich'],
  ['Łódź Straße', 'lodz-strasse'],
  ['Tiếng Việt', 'tieng-viet'],
  ["Ann's shop", 'anns-shop'],
  ['ＡＣＭＥ', 'acme'],
  ['商店 Acme', 'acme'],
  ['', ''],
])('the title %s gives the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test.each(['状态', '商店状态页', 'สถานะ', 'র‍্যাব', 'متجر', '商店 A', '🟢'])(
  'the title %s gives a slug that is valid',
  (title) => {
    const slug = slugOf(title);
    expect(slug).toMatch(/^page-[0-9a-z]{6}$/);
    expect(slugProblem(slug)).toBeNull();
    expect([slugOf(` ${title} `), slugOf(`${title}2`) === slug]).toEqual([slug, false]);
  },
);
