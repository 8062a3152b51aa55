import { Box } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/time';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../lib/list/use-pages.ts';
import { useNow } from '../../lib/now.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { useSorted } from '../data-table/use-sorted.ts';
import { Pager } from '../pager.tsx';
import { type IncidentRow, incidentColumns } from './incident-columns.tsx';
import type { IncidentView } from './incident-view.ts';

const PAGE_SIZE = 10;

type Props = {
  incidents: readonly IncidentRow[];
  /** What they were selected by; another one begins with the first page. */
  view: IncidentView;
  label: string;
  onOpen: (incident: IncidentRow) => void;
};

/** Incidents, ten to a page (spec 9); active ones first and of those the newest, until the user says otherwise. */
export function IncidentTable({ incidents, view, label, onOpen }: Props) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => incidentColumns(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(incidents, columns, { column: 'status', direction: 'asc' });
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE);
  const [of, setOf] = useState({ view, sort });
  if (of.view !== view || of.sort !== sort) {
    setOf({ view, sort });
    setPage(1);
  }
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        washOn={(row) => `${row.status} ${row.severity}`}
        onOpen={onOpen}
        sort={sort}
        onSort={onSort}
      />
      <Box borderTopWidth="1px">
        <Pager page={page} pageCount={pageCount} onPage={setPage} />
      </Box>
    </>
  );
}
