import { chakra, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { nextSort, type Sort } from '../../lib/list/sorting.ts';
import { CELL_PADDING } from './cell-padding.ts';
import type { Column } from './columns.ts';

type Props<Row, Id extends string> = { column: Column<Row, Id>; sort: Sort<Id>; onSort: (sort: Sort<Id>) => void };

/** A column's header; a button where the column can be sorted. */
export function SortHeader<Row, Id extends string>({ column, sort, onSort }: Props<Row, Id>) {
  const sorted = sort.column === column.id;
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Table.ColumnHeader
      scope="col"
      {...CELL_PADDING}
      py="0"
      h="10"
      width={column.width}
      textAlign={column.align ?? 'start'}
      textStyle="xs"
      color="text.muted"
      whiteSpace="nowrap"
      aria-sort={sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortBy ? (
        <chakra.button
          type="button"
          display="inline-flex"
          flexDirection={column.align === 'end' ? 'row-reverse' : 'row'}
          alignItems="center"
          gap="1"
          h="10"
          cursor="pointer"
          fontWeight="medium"
          borderRadius="l1"
          color={sorted ? 'text' : 'inherit'}
          _hover={{ color: 'text' }}
          focusVisibleRing="outside"
          onClick={() => onSort(nextSort(sort, column.id))}
        >
          {column.header}
          <chakra.span visibility={sorted ? 'visible' : 'hidden'} aria-hidden="true">
            <Arrow size={12} />
          </chakra.span>
        </chakra.button>
      ) : (
        column.header
      )}
    </Table.ColumnHeader>
  );
}
