import { useState } from 'react';
import { itemsOfPage, shownPage } from './paging.ts';

/** The items of the page the user is on; back to the first page when theirs is gone (spec 2). */
export function usePages<T>(items: readonly T[], size: number) {
  const [asked, setPage] = useState(1);
  const pageCount = Math.ceil(items.length / size);
  const page = shownPage(asked, pageCount);
  if (page !== asked) setPage(page);
  return { items: itemsOfPage(items, page, size), page, pageCount, setPage };
}
