import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample } from '@farwatch/core/testing/samples';
import { expect, it } from 'vitest';
import { appendEntries } from '../draft.ts';
import { changeEntry, entryProblems, matchesSearch, removeMissing } from './entry-problems.ts';

const entry = (id: string, url: string, more: Partial<EndpointContent> = {}): EndpointContent => {
  return { ...endpointFieldsSample({ url, ...more }), id };
};

it.each<[string, EndpointContent[], Record<string, string>]>([
  ['no problem', [entry('a', 'https://a.farwatch.test/'), entry('b', 'b.farwatch.test')], {}],
  ['invalid URLs', [entry('a', ''), entry('b', 'ftp://b.farwatch.test')], { a: 'empty', b: 'scheme' }],
  [
    'the same URL in different spelling',
    [entry('a', 'https://a.farwatch.test/'), entry('b', 'A.farwatch.test')],
    { b: 'taken' },
  ],
  [
    'texts that are too long',
    [
      entry('a', 'a.farwatch.test', { name: 'x'.repeat(201) }),
      entry('b', 'b.farwatch.test', { description: 'x'.repeat(1001) }),
    ],
    { a: 'name', b: 'description' },
  ],
])('finds %s', (_, entries, expected) => {
  expect(Object.fromEntries(entryProblems(entries))).toEqual(expected);
});

it('gives new entries unused ids, and changes an entry by its id', () => {
  const first = appendEntries([entry('stored', 'u0')], [{ url: 'u1', description: '' }]);
  const entries = appendEntries(first.slice(1), [{ url: 'u2', description: 'd' }]);
  expect(entries.map(({ id }) => id)).toEqual(['new1', 'new2']);
  expect(changeEntry(entries, 'new2', { url: 'u3' }).map(({ url }) => url)).toEqual(['u1', 'u3']);
});

it.each([
  ['', true],
  ['SHOP', true],
  ['pay shop', true],
  ['支付', true],
  ['%E6%94%AF', true],
  ['pay other', false],
])('matches the search %j: %j', (query, expected) => {
  const shop = entry('a', 'https://shop.farwatch.test/pay/%E6%94%AF%E4%BB%98', { name: 'Checkout' });
  expect(matchesSearch(shop, query)).toBe(expected);
});

it('removes the id of a deleted entry, because a new one may get it', () => {
  const [first, added] = [entry('a', 'a.farwatch.test'), entry('new1', 'b.farwatch.test')];
  const opened = new Set(['a', 'new1']);
  expect(removeMissing(opened, [first, added])).toBe(opened);
  expect([...removeMissing(opened, [first])]).toEqual(['a']);
});
