import { compareNames } from '@farwatch/core/values/compare-names';

type SortDirection = 'asc' | 'desc';
export type Sort<Column extends string = string> = { column: Column; direction: SortDirection };

/** The value a column is sorted by; null comes last in either direction. */
export type SortValue = string | number | null;

/** The next order after a click: the same column reverses, another one starts ascending. */
export function nextSort<Column extends string>(sort: Sort<Column>, column: Column): Sort<Column> {
  const isAscending = sort.column === column && sort.direction === 'asc';
  return { column, direction: isAscending ? 'desc' : 'asc' };
}

/** The items sorted by `sortBy`; equal ones keep their order. Numbers in text sort by value: 2 before 10. */
export function sorted<T>(items: readonly T[], direction: SortDirection, sortBy: (item: T) => SortValue): T[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = items.map((item) => ({ item, value: sortBy(item) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * compare(a.value, b.value);
  });
  return keyed.map(({ item }) => item);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
}
