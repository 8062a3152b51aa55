import { expect, it } from 'vitest';
import { withQuery } from './last-addresses.ts';

it.each([
  ['with an order', {}, '?sort=-name&page=2', { '/monitors': '?sort=-name&page=2' }],
  ['with a new page number', { '/monitors': '?page=2' }, '?page=3', { '/monitors': '?page=3' }],
  ['without a query', { '/monitors': '?page=2', '/agents': '?page=4' }, '', { '/agents': '?page=4' }],
  ['with a language for one visit', { '/monitors': '?page=2' }, '?lng=cn', {}],
])('stores the query of a page %s', (_, before, search, after) => {
  expect(withQuery(before, '/monitors', search)).toEqual(after);
});

it('keeps the last fifty pages', () => {
  const many = Array.from({ length: 60 }, (_, index) => `/monitor/${index}`);
  const left = many.reduce((all, path) => withQuery(all, path, '?page=2'), {});
  expect(Object.keys(left)).toEqual(many.slice(10));
});
