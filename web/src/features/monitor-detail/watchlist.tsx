import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { usePages } from '../../lib/list/use-pages.ts';
import { endpointColumns } from './endpoint-columns.tsx';
import type { EndpointRow } from './endpoint-row.ts';

const PAGE_SIZE = 10;

/** The monitor's endpoints, by URL at first. */
export function Watchlist({ endpoints }: { endpoints: readonly EndpointRow[] }) {
  const { t } = useTranslation();
  const columns = useMemo(() => endpointColumns(t), [t]);
  const { rows, sort, onSort } = useSorted(endpoints, columns, { column: 'url', direction: 'asc' });
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE);
  if (endpoints.length === 0) return <EmptyState title={t('monitor.empty')} hint={t('monitor.emptyHint')} />;
  return (
    <>
      <DataTable
        label={t('monitor.watchlist')}
        columns={columns}
        rows={items}
        keyOf={(row) => row.id}
        washOn={(row) => row.status}
        sort={sort}
        onSort={onSort}
      />
      {endpoints.length > PAGE_SIZE && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
    </>
  );
}
