import { Table } from '@chakra-ui/react';
import type { Sort } from '../../lib/list/sorting.ts';
import { useWash } from '../wash.ts';
import { CELL_PADDING } from './cell-padding.ts';
import type { TableProps } from './columns.ts';
import { SortHeader } from './sort-header.tsx';
import { TitleLink } from './title-link.tsx';
import { useRowClick } from './use-row-click.ts';

type Props<Row, Id extends string> = TableProps<Row, Id> & { sort: Sort<Id>; onSort: (sort: Sort<Id>) => void };

/** The table at every width but a phone's: fixed column widths, so that nothing shifts with what comes. */
export function RowTable<Row, Id extends string>(props: Props<Row, Id>) {
  const { label, columns, rows, keyOf, sort, onSort } = props;
  return (
    <Table.ScrollArea>
      <Table.Root aria-label={label} tableLayout="fixed" minW="760px">
        <Table.Header>
          <Table.Row bg="transparent">
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
    </Table.ScrollArea>
  );
}

function Row<Row, Id extends string>({ row, columns, washOn, linkOf }: TableProps<Row, Id> & { row: Row }) {
  const link = linkOf?.(row);
  const click = useRowClick(link);
  const wash = useWash(washOn?.(row) ?? '');
  return (
    <Table.Row
      h="12"
      bg="transparent"
      {...(link ? { cursor: 'pointer', _hover: { bg: 'surface.sunken' } } : {})}
      css={{ '&:last-of-type > td': { borderBottomWidth: 0 } }}
      style={wash}
      onClick={click}
    >
      {columns.map((column) => (
        <Table.Cell
          key={column.id}
          {...CELL_PADDING}
          py="2"
          textAlign={column.align ?? 'start'}
          overflow="hidden"
          textOverflow="ellipsis"
        >
          {column.card === 'title' && link ? <TitleLink to={link}>{column.cell(row)}</TitleLink> : column.cell(row)}
        </Table.Cell>
      ))}
    </Table.Row>
  );
}
