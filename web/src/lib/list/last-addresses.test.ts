import { expect, it } from 'vitest';
import { withQuery } from './last-addresses.ts';

it.each([
  ['with an order', {}, '?sort=-name&page=2', { '/monitors': '?sort=-name&page=2' }],
  ['anew', { '/monitors': '?page=2' }, '?page=3', { '/monitors': '?page=3' }],
  ['as it is by itself', { '/monitors': '?page=2', '/agents': '?page=4' }, '', { '/agents': '?page=4' }],
  ['in another language once', { '/monitors': '?page=2' }, '?lng=cn', {}],
])('keeps a page that is left %s', (_, before, search, after) => {
  expect(withQuery(before, '/monitors', search)).toEqual(after);
});

it('keeps the last fifty', () => {
  const many = Array.from({ length: 60 }, (_, index) => `/monitor/${index}`);
  const left = many.reduce((all, path) => withQuery(all, path, '?page=2'), {});
  expect(Object.keys(left)).toEqual(many.slice(10));
});
