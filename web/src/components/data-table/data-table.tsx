import { Box, Flex } from '@chakra-ui/react';
import type { Sort } from '../../lib/list/sorting.ts';
import { usePhone } from '../../lib/media.ts';
import type { TableProps } from './columns.ts';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';
import { SortChoice } from './sort-choice.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> & {
  sort: Sort<Id>;
  onSort: (sort: Sort<Id>) => void;
  /** How many rows all pages have, where `rows` is one of them. */
  total?: number;
};

/** Rows as a table with sortable headers; as cards with a choice of order on a phone. */
export function DataTable<Row, Id extends string>({ sort, onSort, total, ...table }: Props<Row, Id>) {
  if (!usePhone()) return <RowTable {...table} sort={sort} onSort={onSort} />;
  return (
    <Box>
      {(total ?? table.rows.length) > 1 && (
        <Flex align="center" justify="space-between" borderBottomWidth="1px" pe="4">
          <SortChoice columns={table.columns} sort={sort} onSort={onSort} />
          {table.selection?.all}
        </Flex>
      )}
      <RowCards {...table} />
    </Box>
  );
}
