import { useState } from 'react';
import { pageIn, withPage } from './list-address.ts';
import { useQuery } from './use-query.ts';

/**
 * The items of the current page, or of the first if that no longer exists. With a list name the page is in the address,
 * without one only in the component's state.
 */
export function usePages<T>(items: readonly T[], size: number, name?: string) {
  const [query, setQuery] = useQuery();
  const [ownPage, setOwnPage] = useState(1);
  const pageCount = Math.ceil(items.length / size);
  const page = shownPage(name === undefined ? ownPage : pageIn(query, name), pageCount);
  if (name === undefined && page !== ownPage) setOwnPage(page);
  const setPage = name === undefined ? setOwnPage : (next: number) => setQuery(withPage(query, name, next));
  return { items: itemsOfPage(items, page, size), page, pageCount, setPage };
}

/** An entry of a pager: a page number from 1, or a gap. */
type PagerItem = number | 'gap';

/** Lists first, last, and the current page with its neighbours, and a gap where pages are omitted. */
export function pagerItems(page: number, pageCount: number): PagerItem[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pageCount])].filter((each) => each >= 1 && each <= pageCount);
  return shown
    .sort((a, b) => a - b)
    .flatMap((each, index): PagerItem[] => {
      const before = shown[index - 1];
      return before !== undefined && each - before > 1 ? ['gap', each] : [each];
    });
}

/** Returns the page to show of `pageCount`: the requested one, or 1 if it is beyond the end. */
export function shownPage(page: number, pageCount: number): number {
  return page > pageCount ? 1 : page;
}

/** The items of a page, numbered from 1. */
export function itemsOfPage<T>(items: readonly T[], page: number, size: number): T[] {
  return items.slice((page - 1) * size, page * size);
}
