import { Box } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../lib/list/use-pages.ts';
import { useNow } from '../../lib/now.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { useSorted } from '../data-table/use-sorted.ts';
import { Pager } from '../pager.tsx';
import { INCIDENT_LIST } from './address-view.ts';
import { type IncidentRow, incidentColumns } from './incident-columns.tsx';

const PAGE_SIZE = 10;
const FIRST = { column: 'status', direction: 'asc' } as const;

type Props = {
  incidents: readonly IncidentRow[];
  label: string;
  onOpen: (incident: IncidentRow) => void;
};

/** Incidents, ten to a page; active ones first and of those the newest, until the user says otherwise. */
export function IncidentTable({ incidents, label, onOpen }: Props) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => incidentColumns(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(incidents, columns, FIRST, INCIDENT_LIST);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, INCIDENT_LIST);
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
