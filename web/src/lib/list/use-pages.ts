import { useState } from 'react';
import { pageIn, withPage } from './list-address.ts';
import { itemsOfPage, shownPage } from './paging.ts';
import { useQuery } from './use-query.ts';

/**
 * The items of the current page, or of the first if that no longer exists. With a list name the page is kept in the
 * address, without one only while the list is shown.
 */
export function usePages<T>(items: readonly T[], size: number, name?: string) {
  const [query, setQuery] = useQuery();
  const [kept, keep] = useState(1);
  const pageCount = Math.ceil(items.length / size);
  const page = shownPage(name === undefined ? kept : pageIn(query, name), pageCount);
  if (name === undefined && page !== kept) keep(page);
  const setPage = name === undefined ? keep : (next: number) => setQuery(withPage(query, name, next));
  return { items: itemsOfPage(items, page, size), page, pageCount, setPage };
}
