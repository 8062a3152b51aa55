import { Table } from '@chakra-ui/react';
import type { SortProps, TableProps } from './columns.ts';
import { useHighlight } from './highlight.ts';
import { RowTitle, useRowClicks } from './row-opening.tsx';
import { CELL_PADDING, SortHeader, STICKY_HEADER } from './sort-header.tsx';

type Props<Row, Id extends string> = TableProps<Row, Id> & SortProps<Id>;

/** The table with fixed column widths, so that nothing shifts when data arrives, and a sticky header. */
export function RowTable<Row, Id extends string>(props: Props<Row, Id>) {
  const { label, columns, rows, keyOf, selection, sort, onSort } = props;
  return (
    <Table.Root aria-label={label} tableLayout="fixed">
      <Table.Header>
        <Table.Row bg="transparent">
          {selection && (
            <Table.ColumnHeader {...BOX_CELL} {...STICKY_HEADER}>
              {selection.all}
            </Table.ColumnHeader>
          )}
          {columns.map((column) => (
            <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <Row key={keyOf(row)} row={row} {...props} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

/** Wide enough for the checkbox, which aligns with the text at the start of other tables. */
export const BOX_PX = 44;
const BOX_CELL = { width: `${BOX_PX}px`, ps: '4', pe: '0', py: '0' } as const;

function Row<Row, Id extends string>(props: TableProps<Row, Id> & { row: Row }) {
  const { row, columns, highlightOn, linkOf, onOpen, selection } = props;
  const link = linkOf?.(row);
  const open = onOpen && (() => onOpen(row));
  const clicks = useRowClicks(link, open);
  const highlight = useHighlight(highlightOn?.(row) ?? '');
  return (
    <Table.Row
      h="12"
      bg="transparent"
      {...(clicks ? { cursor: 'pointer', _hover: { bg: 'surface.sunken' } } : {})}
      style={highlight}
      {...clicks}
    >
      {selection && <Table.Cell {...BOX_CELL}>{selection.boxOf(row)}</Table.Cell>}
      {columns.map((column) => (
        <Table.Cell
          key={column.id}
          {...CELL_PADDING}
          py="1.5"
          textAlign={column.align ?? 'start'}
          overflow="hidden"
          textOverflow="ellipsis"
        >
          {column.card === 'title' ? (
            <RowTitle link={link} open={open}>
              {column.cell(row)}
            </RowTitle>
          ) : (
            column.cell(row)
          )}
        </Table.Cell>
      ))}
    </Table.Row>
  );
}
