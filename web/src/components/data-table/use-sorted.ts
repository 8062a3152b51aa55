import { useState } from 'react';
import { type Sort, sorted } from '../../lib/list/sorting.ts';
import type { Column } from './columns.ts';

/** Rows in the order the user chose, beginning with `first`. */
export function useSorted<Row, Id extends string>(
  rows: readonly Row[],
  columns: readonly Column<Row, Id>[],
  first: Sort<Id>,
): { rows: Row[]; sort: Sort<Id>; onSort: (sort: Sort<Id>) => void } {
  const [sort, onSort] = useState(first);
  const sortBy = columns.find((column) => column.id === sort.column)?.sortBy;
  return { rows: sortBy ? sorted(rows, sort.direction, sortBy) : [...rows], sort, onSort };
}
