import type { Sort } from './sorting.ts';

/** The names of a list's order and page parameters; `name` distinguishes lists at the same address. */
function namesOf(name: string) {
  return name === '' ? { sort: 'sort', page: 'page' } : { sort: `${name}-sort`, page: `${name}-page` };
}

/** The order in the address, such as `sort=uptime`, or `sort=-uptime` for descending; null for an unknown column. */
export function sortIn<Id extends string>(
  query: URLSearchParams,
  name: string,
  columns: readonly Id[],
): Sort<Id> | null {
  const value = query.get(namesOf(name).sort) ?? '';
  const column = columns.find((each) => each === value.replace(/^-/, ''));
  if (column === undefined) return null;
  return { column, direction: value.startsWith('-') ? 'desc' : 'asc' };
}

/** The page number in the address, from 1; 1 if it is invalid. */
export function pageIn(query: URLSearchParams, name: string): number {
  const value = query.get(namesOf(name).page) ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** The query for another order, starting at the first page; the default order is omitted. */
export function withSort(query: URLSearchParams, name: string, sort: Sort, initial: Sort): URLSearchParams {
  const next = new URLSearchParams(query);
  const names = namesOf(name);
  next.delete(names.page);
  const isInitial = sort.column === initial.column && sort.direction === initial.direction;
  if (isInitial) next.delete(names.sort);
  else next.set(names.sort, sort.direction === 'desc' ? `-${sort.column}` : sort.column);
  return next;
}

/** The query for another page; the first page is omitted. */
export function withPage(query: URLSearchParams, name: string, page: number): URLSearchParams {
  const next = new URLSearchParams(query);
  if (page === 1) next.delete(namesOf(name).page);
  else next.set(namesOf(name).page, String(page));
  return next;
}
