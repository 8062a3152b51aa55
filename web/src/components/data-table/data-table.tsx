import { Flex } from '@chakra-ui/react';
import type { Sort } from '../../lib/list/sorting.ts';
import type { TableProps } from './columns.ts';
import { FittedTable } from './fitted-table.tsx';
import { SortChoice } from './sort-choice.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> & {
  sort: Sort<Id>;
  onSort: (sort: Sort<Id>) => void;
  /** How many rows all pages have, where `rows` is one of them. */
  total?: number;
};

/** Rows as a table with sortable headers; as cards with a choice of order if there is little room. */
export function DataTable<Row, Id extends string>({ total, ...table }: Props<Row, Id>) {
  const { columns, rows, selection, sort, onSort } = table;
  const choice = (total ?? rows.length) > 1 && (
    <Flex align="center" justify="space-between" borderBottomWidth="1px" pe="4">
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      {selection?.all}
    </Flex>
  );
  return <FittedTable {...table} aboveCards={choice} />;
}
