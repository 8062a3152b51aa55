import { describe, expect, it } from 'vitest';
import { itemsOfPage, pagerItems, shownPage } from './paging.ts';

describe('pagerItems', () => {
  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [2, 3, '1 2 3'],
    [1, 5, '1 2 gap 5'],
    [3, 5, '1 2 3 4 5'],
    [4, 9, '1 gap 3 4 5 gap 9'],
    [9, 9, '1 gap 8 9'],
    [8, 9, '1 gap 7 8 9'],
    [2, 9, '1 2 3 gap 9'],
  ])('page %i of %i shows %s', (page, count, expected) => {
    expect(pagerItems(page, count).join(' ')).toBe(expected);
  });
});

describe('shownPage', () => {
  it.each([
    [3, 5, 3],
    [5, 5, 5],
    [6, 5, 1],
    [1, 0, 1],
  ])('%i of %i is %i', (page, count, expected) => {
    expect(shownPage(page, count)).toBe(expected);
  });
});

describe('itemsOfPage', () => {
  it('has ten items on a page, and the rest on the last', () => {
    const items = Array.from({ length: 23 }, (_, index) => index);
    expect(itemsOfPage(items, 1, 10)).toEqual(items.slice(0, 10));
    expect(itemsOfPage(items, 3, 10)).toEqual([20, 21, 22]);
    expect(itemsOfPage(items, 4, 10)).toEqual([]);
  });
});
