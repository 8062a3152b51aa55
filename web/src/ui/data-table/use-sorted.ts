import { useMemo, useState } from 'react';
import { sortIn, withSort } from '../../lib/list/list-address.ts';
import { type Sort, sorted } from '../../lib/list/sorting.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import type { Column } from './columns.ts';

/**
 * Rows in the order that the user chose, `first` by default, which is also the order of equal rows. With a list name
 * the order is in the address, without one only in the component's state.
 */
export function useSorted<Row, Id extends string>(
  rows: readonly Row[],
  columns: readonly Column<Row, Id>[],
  first: Sort<Id>,
  name?: string,
): { rows: Row[]; sort: Sort<Id>; onSort: (sort: Sort<Id>) => void } {
  const [query, setQuery] = useQuery();
  const [start] = useState(first);
  const [ownSort, setOwnSort] = useState(first);
  const chosen = name === undefined ? ownSort : sortIn(query, name, sortable(columns));
  const { column, direction } = chosen ?? start;
  const sort = useMemo(() => ({ column, direction }), [column, direction]);
  const inOrder = useMemo(
    () => [start, sort].reduce((list, by) => sortedBy(list, columns, by), [...rows]),
    [rows, columns, start, sort],
  );
  const onSort = name === undefined ? setOwnSort : (next: Sort<Id>) => setQuery(withSort(query, name, next, start));
  return { rows: inOrder, sort, onSort };
}

function sortable<Row, Id extends string>(columns: readonly Column<Row, Id>[]): Id[] {
  return columns.filter((column) => column.sortBy).map(({ id }) => id);
}

function sortedBy<Row, Id extends string>(rows: Row[], columns: readonly Column<Row, Id>[], by: Sort<Id>): Row[] {
  const sortBy = columns.find((column) => column.id === by.column)?.sortBy;
  return sortBy ? sorted(rows, by.direction, sortBy) : rows;
}
