import { Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import { usePages } from '../../lib/list/use-pages.ts';
import { monitorPath } from '../../lib/paths.ts';
import { monitorColumns } from './monitor-columns.tsx';
import type { MonitorRow } from './monitor-row.ts';

const PAGE_SIZE = 10;

/** The monitors, ten to a page, by name at first. */
export function MonitorsTable({ rows }: { rows: readonly MonitorRow[] }) {
  const { t } = useTranslation();
  const columns = useMemo(() => monitorColumns(t), [t]);
  const { rows: inOrder, sort, onSort } = useSorted(rows, columns, { column: 'name', direction: 'asc' }, '');
  const { items, page, pageCount, setPage } = usePages(inOrder, PAGE_SIZE, '');
  return (
    <Panel overflow="clip">
      <DataTable
        label={t('monitors.tableLabel')}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        washOn={(row) => `${row.status} ${row.figures.endpointsDown}`}
        linkOf={(row) => ({ to: monitorPath(row.id) })}
        sort={sort}
        onSort={onSort}
      />
      <Panel borderWidth="0" borderTopWidth="1px" borderRadius="0">
        <Text px="4" pt="3" textStyle="xs" color="text.muted">
          {t('monitors.figures')}
        </Text>
        <Pager page={page} pageCount={pageCount} onPage={setPage} />
      </Panel>
    </Panel>
  );
}
