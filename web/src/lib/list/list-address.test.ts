import { describe, expect, it } from 'vitest';
import { pageIn, sortIn, withPage, withSort } from './list-address.ts';
import type { Sort } from './sorting.ts';

const columns = ['name', 'uptime'] as const;
const initial: Sort = { column: 'name', direction: 'asc' };
const query = (text: string) => new URLSearchParams(text);

describe('an address', () => {
  it.each([
    ['', '', null],
    ['sort=uptime', '', { column: 'uptime', direction: 'asc' }],
    ['sort=-uptime', '', { column: 'uptime', direction: 'desc' }],
    ['sort=owner', '', null],
    ['sort=uptime', 'watchlist', null],
    ['watchlist-sort=-name', 'watchlist', { column: 'name', direction: 'desc' }],
  ])('"%s" gives list "%s" the order %o', (text, name, expected) => {
    expect(sortIn(query(text), name, columns)).toEqual(expected);
  });

  it.each([
    ['', '', 1],
    ['page=3', '', 3],
    ['page=0', '', 1],
    ['page=-2', '', 1],
    ['page=two', '', 1],
    ['page=99999999999999999999', '', 1],
    ['watchlist-page=2&page=3', 'watchlist', 2],
  ])('"%s" gives list "%s" page %i', (text, name, expected) => {
    expect(pageIn(query(text), name)).toBe(expected);
  });
});

it.each<[string, string, Sort, string]>([
  ['', '', { column: 'uptime', direction: 'asc' }, 'sort=uptime'],
  ['range=7d&page=2', '', { column: 'uptime', direction: 'desc' }, 'range=7d&sort=-uptime'],
  ['sort=-uptime&page=2', '', initial, ''],
  ['page=2', 'watchlist', { column: 'name', direction: 'desc' }, 'page=2&watchlist-sort=-name'],
])('"%s" becomes, for list "%s" in the order %o, "%s"', (text, name, sort, expected) => {
  expect(withSort(query(text), name, sort, initial).toString()).toBe(expected);
});

it.each([
  ['sort=uptime', '', 2, 'sort=uptime&page=2'],
  ['sort=uptime&page=2', '', 1, 'sort=uptime'],
  ['page=2', 'watchlist', 3, 'page=2&watchlist-page=3'],
])('"%s" becomes, for list "%s" at page %i, "%s"', (text, name, page, expected) => {
  expect(withPage(query(text), name, page).toString()).toBe(expected);
});
