import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointFieldsSample } from '@farwatch/core/testing/samples';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { appendEntries } from '../draft.ts';
import { changeEntry, entryProblems, matchesSearch, refusalsOf, removeMissing } from './entry-problems.ts';

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

it.each([
  ['endpoints.1.check.cron', 'b', 'check.cron: not a time'],
  ['endpoints.0.url', 'a', 'url: not a time'],
  ['endpoints.1', 'b', ': not a time'],
  ['name', null, null],
  ['endpoints.7.url', null, null],
])('a refused %s marks its row until it is edited', (path, id, text) => {
  const entries = [entry('a', 'https://a.farwatch.test/'), entry('b', 'heartbeat://b')];
  const failure = new ApiFailure('invalid', 'no', null, null, null, null, [{ path, message: 'not a time' }]);
  const shown = ((_: string, values: { path: string; message: string }) =>
    `${values.path}: ${values.message}`) as TFunction;
  const refusals = refusalsOf(failure, entries, shown);
  expect([...refusals].map(([each, why]) => [each.id, why])).toEqual(id === null ? [] : [[id, text]]);
  const edited = changeEntry(entries, id ?? 'a', { description: 'new' });
  expect(edited.some((each) => refusals.has(each))).toBe(false);
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
