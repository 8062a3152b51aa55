import { useMemo, useState } from 'react';
import { type Sort, sorted } from '../../lib/list/sorting.ts';
import type { Column } from './columns.ts';

/** Rows in the order the user chose, beginning with `first`; equal ones stay in that first order. */
export function useSorted<Row, Id extends string>(
  rows: readonly Row[],
  columns: readonly Column<Row, Id>[],
  first: Sort<Id>,
): { rows: Row[]; sort: Sort<Id>; onSort: (sort: Sort<Id>) => void } {
  const [start] = useState(first);
  const [sort, onSort] = useState(first);
  const inOrder = useMemo(
    () => [start, sort].reduce((list, by) => sortedBy(list, columns, by), [...rows]),
    [rows, columns, start, sort],
  );
  return { rows: inOrder, sort, onSort };
}

function sortedBy<Row, Id extends string>(rows: Row[], columns: readonly Column<Row, Id>[], by: Sort<Id>): Row[] {
  const sortBy = columns.find((column) => column.id === by.column)?.sortBy;
  return sortBy ? sorted(rows, by.direction, sortBy) : rows;
}
