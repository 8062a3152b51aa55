import { MINUTE_MS } from '@farwatch/core/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../lib/list/use-pages.ts';
import { useNow } from '../../lib/now.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { useSorted } from '../data-table/use-sorted.ts';
import { EmptyState } from '../empty-state.tsx';
import { Pager } from '../pager.tsx';
import { type IncidentRow, incidentColumns } from './incident-columns.tsx';

const PAGE_SIZE = 10;

/** Incidents, ten to a page, newest first until the user says otherwise. `label` names the table. */
export function IncidentTable({ incidents, label }: { incidents: readonly IncidentRow[]; label: string }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => incidentColumns(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(incidents, columns, { column: 'start', direction: 'desc' });
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE);
  if (incidents.length === 0) return <EmptyState title={t('incidents.empty')} />;
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={items}
        keyOf={(row) => row.id}
        washOn={(row) => `${row.status} ${row.severity}`}
        sort={sort}
        onSort={onSort}
      />
      {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
    </>
  );
}
