import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { withMore } from './draft.ts';
import { entryProblems, isFound, stillIn, withChanged } from './entry-problems.ts';

const entry = (id: string, url: string, more: Partial<EndpointContent> = {}): EndpointContent => {
  return { ...endpointFieldsSample({ url, ...more }), id };
};

it.each<[string, EndpointContent[], Record<string, string>]>([
  ['nothing', [entry('a', 'https://a.farwatch.test/'), entry('b', 'b.farwatch.test')], {}],
  ['what is no URL', [entry('a', ''), entry('b', 'ftp://b.farwatch.test')], { a: 'empty', b: 'scheme' }],
  [
    'the same URL, however it is written',
    [entry('a', 'https://a.farwatch.test/'), entry('b', 'A.farwatch.test')],
    { b: 'taken' },
  ],
  [
    'what is too long',
    [
      entry('a', 'a.farwatch.test', { name: 'x'.repeat(201) }),
      entry('b', 'b.farwatch.test', { description: 'x'.repeat(1001) }),
    ],
    { a: 'name', b: 'description' },
  ],
])('finds %s', (_, entries, expected) => {
  expect(Object.fromEntries(entryProblems(entries))).toEqual(expected);
});

it('gives new ones ids that none has, and changes one by its id', () => {
  const first = withMore([entry('stored', 'u0')], [{ url: 'u1', description: '' }]);
  const entries = withMore(first.slice(1), [{ url: 'u2', description: 'd' }]);
  expect(entries.map(({ id }) => id)).toEqual(['new1', 'new2']);
  expect(withChanged(entries, 'new2', { url: 'u3' }).map(({ url }) => url)).toEqual(['u1', 'u3']);
});

it.each([
  ['', true],
  ['SHOP', true],
  ['pay shop', true],
  ['支付', true],
  ['%E6%94%AF', true],
  ['pay other', false],
])('finds by the words %j: %j', (words, expected) => {
  const shop = entry('a', 'https://shop.farwatch.test/pay/%E6%94%AF%E4%BB%98', { name: 'Checkout' });
  expect(isFound(shop, words)).toBe(expected);
});

it('forgets what was said of an entry that is gone: the next one may have its id', () => {
  const [first, added] = [entry('a', 'a.farwatch.test'), entry('new1', 'b.farwatch.test')];
  const opened = new Set(['a', 'new1']);
  expect(stillIn(opened, [first, added])).toBe(opened);
  expect([...stillIn(opened, [first])]).toEqual(['a']);
});
