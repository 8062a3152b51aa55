import { Box, chakra } from '@chakra-ui/react';
import { usePages } from '../../lib/list/paging.ts';
import type { Sort } from '../../lib/list/sorting.ts';
import type { Column, TableProps } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { Pager } from '../../ui/navigation/pager.tsx';

type Props<Row, Id extends string> = Pick<TableProps<Row, Id>, 'label' | 'columns' | 'rows' | 'keyOf' | 'linkOf'> & {
  first: Sort<Id>;
};

const PAGE_SIZE = 20;

/**
 * A table of a report: on screen by page, as cards on phones; on paper all rows, with the headers on each page. The
 * printed table is always there, because a browser may print before anything can be rendered for it.
 */
export function ReportTable<Row, Id extends string>({ first, ...table }: Props<Row, Id>) {
  const { rows, sort, onSort } = useSorted(table.rows, table.columns, first);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE);
  return (
    <>
      <Box _print={{ display: 'none' }}>
        <DataTable {...table} rows={items} total={rows.length} sort={sort} onSort={onSort} />
        {pageCount > 1 && (
          <Box borderTopWidth="1px">
            <Pager page={page} pageCount={pageCount} onPage={setPage} />
          </Box>
        )}
      </Box>
      <PrintedTable {...table} rows={rows} />
    </>
  );
}

/** Shows texts whole on paper, where there is no hover. The class is repeated to win over the cells' own styles. */
const WHOLE = { '&& *': { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere', textOverflow: 'clip' } };

function PrintedTable<Row, Id extends string>({ label, columns, rows, keyOf }: TableProps<Row, Id>) {
  return (
    <chakra.table
      aria-label={label}
      display="none"
      _print={{ display: 'table' }}
      w="full"
      textStyle="xs"
      borderCollapse="collapse"
    >
      <chakra.thead display="table-header-group">
        <tr>
          {columns.map((column) => (
            <chakra.th
              key={column.id}
              scope="col"
              {...cellOf(column)}
              verticalAlign="bottom"
              color="text.muted"
              fontWeight="medium"
              borderBottomWidth="1px"
              borderColor="edge"
            >
              {column.header}
            </chakra.th>
          ))}
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map((row) => (
          <chakra.tr key={keyOf(row)} borderBottomWidth="1px" css={{ breakInside: 'avoid' }}>
            {columns.map((column) => (
              <chakra.td key={column.id} {...cellOf(column)} verticalAlign="top" css={WHOLE}>
                {column.cell(row)}
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function cellOf<Row, Id extends string>({ align }: Column<Row, Id>) {
  return { px: '1.5', py: '1', textAlign: align ?? 'start', _first: { ps: '0' }, _last: { pe: '0' } } as const;
}
