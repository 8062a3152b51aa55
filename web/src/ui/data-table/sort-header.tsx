import { chakra, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { nextSort } from '../../lib/list/sorting.ts';
import type { Column, SortProps } from './columns.ts';

/** Cells are 12 px apart from each other and 16 px from the table's edges, in headers and rows alike. */
export const CELL_PADDING = { px: '3', _first: { ps: '4' }, _last: { pe: '4' } } as const;

type Props<Row, Id extends string> = SortProps<Id> & { column: Column<Row, Id> };

/** The line is a shadow, because a collapsed border would scroll away with the rows. */
export const STICKY_HEADER = {
  position: 'sticky',
  top: '0',
  zIndex: '1',
  bg: 'surface.raised',
  borderBottomWidth: '0',
  boxShadow: 'inset 0 -1px 0 {colors.border}',
} as const;

/** A column's header, on two lines if narrow; a button if the column is sortable. */
export function SortHeader<Row, Id extends string>({ column, sort, onSort }: Props<Row, Id>) {
  const sorted = sort.column === column.id;
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Table.ColumnHeader
      scope="col"
      {...CELL_PADDING}
      {...STICKY_HEADER}
      py="0"
      h="10"
      style={{ width: column.width }}
      textAlign={column.align ?? 'start'}
      textStyle="xs"
      color="text.muted"
      wordBreak="keep-all"
      overflowWrap="anywhere"
      aria-sort={sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortBy ? (
        <chakra.button
          type="button"
          display="inline-flex"
          flexDirection={column.align === 'end' ? 'row-reverse' : 'row'}
          alignItems="center"
          gap="1"
          minH="10"
          py="1"
          textAlign="inherit"
          cursor="pointer"
          fontWeight="medium"
          borderRadius="l1"
          color={sorted ? 'text' : 'inherit'}
          _hover={{ color: 'text' }}
          focusVisibleRing="outside"
          onClick={() => onSort(nextSort(sort, column.id))}
        >
          {column.header}
          <chakra.span flexShrink="0" visibility={sorted ? 'visible' : 'hidden'} aria-hidden="true">
            <Arrow size={12} />
          </chakra.span>
        </chakra.button>
      ) : (
        column.header
      )}
    </Table.ColumnHeader>
  );
}
