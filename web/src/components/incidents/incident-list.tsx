import { Box, Button, Text } from '@chakra-ui/react';
import { selectIncidents } from '@farwatch/core/decisions/incidents/select-incidents';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../lib/list/paging.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { type LiveIncidents, MAX_INCIDENTS } from '../../lib/live/incidents.ts';
import { incidentPath } from '../../lib/navigation/paths.ts';
import { useNow } from '../../lib/time/now.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { rowSelection } from '../data-table/row-selection.tsx';
import { useSorted } from '../data-table/use-sorted.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Pager } from '../navigation/pager.tsx';
import { type IncidentRow, incidentColumns } from './incident-columns.tsx';
import { IncidentToolbar } from './incident-toolbar.tsx';
import { filterOf, INCIDENT_LIST, type IncidentView, isFiltered, unfiltered } from './incident-view.ts';
import { SelectionBar } from './selection-bar.tsx';

type Props = {
  /** The incidents of the view's time range, or some of them; undefined while loading. */
  incidents: LiveIncidents | undefined;
  view: IncidentView;
  onView: (view: IncidentView) => void;
  onOpen: (incident: IncidentRow) => void;
  /** The table's label. */
  label: string;
  /** Shown above the table, with what it lists; undefined while not all of it has arrived. */
  above?: (selected: readonly IncidentRow[] | undefined) => ReactNode;
};

/** The shared incident list: search, filters, time range, table and pager. */
export function IncidentList({ incidents, view, onView, onOpen, label, above }: Props) {
  const { t } = useTranslation();
  const complete = incidents?.complete ?? false;
  const monitors = useMonitors().data?.items;
  const selected = useMemo(
    () => incidents && selectIncidents(incidents.items, filterOf(view, monitors ?? [])),
    [incidents, view, monitors],
  );
  return (
    <>
      <IncidentToolbar view={view} onView={onView} count={complete ? selected?.length : undefined} />
      {above?.(complete ? selected : undefined)}
      <Box borderTopWidth="1px">
        {(!selected || (selected.length === 0 && !complete)) && <Loading />}
        {selected?.length === 0 && complete && <NoIncidents view={view} onView={onView} />}
        {selected && selected.length > 0 && <IncidentTable incidents={selected} label={label} onOpen={onOpen} />}
        {incidents?.truncated && (
          <Text color="text.muted" textStyle="sm" textAlign="center" px="4" pb="3">
            {t(incidents.items.length < MAX_INCIDENTS ? 'incidents.truncatedAccount' : 'incidents.truncated', {
              count: MAX_INCIDENTS,
            })}
          </Text>
        )}
      </Box>
    </>
  );
}

/** An empty list: the filters hide all incidents, or there are none in the time range. */
function NoIncidents({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation();
  if (isFiltered(view)) {
    const clear = (
      <Button variant="outline" borderColor="edge" onClick={() => onView(unfiltered(view))}>
        {t('incidents.clearFilters')}
      </Button>
    );
    return <EmptyState title={t('incidents.empty')} hint={t('incidents.emptyFiltered')} action={clear} />;
  }
  const longer = (view.range === '24h' || view.range === '7d') && (
    <Button variant="outline" borderColor="edge" onClick={() => onView({ ...view, range: '30d' })}>
      {t('incidents.showLongest')}
    </Button>
  );
  return <EmptyState title={t('incidents.empty')} hint={t(`incidents.emptyRange.${view.range}`)} action={longer} />;
}

const PAGE_SIZE = 10;
const FIRST = { column: 'status', direction: 'asc' } as const;

type TableProps = {
  incidents: readonly IncidentRow[];
  label: string;
  onOpen: (incident: IncidentRow) => void;
};

/** Incidents, ten per page; by default active ones first, then the newest. */
function IncidentTable({ incidents, label, onOpen }: TableProps) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => incidentColumns(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(incidents, columns, FIRST, INCIDENT_LIST);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, INCIDENT_LIST);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const active = rows.filter(({ status }) => status === 'active').map(({ id }) => id);
  const selected = active.filter((id) => chosen.has(id));
  const boxes = rowSelection<IncidentRow>({
    selected: new Set(selected),
    allKeys: active,
    keyOf: (row) => row.id,
    onChange: setChosen,
    labelOf: (row) => t('incidents.act.select', { url: readableUrl(row.endpoint.url) }),
    allLabel: t('incidents.act.selectAll'),
  });
  // Nothing can be done about resolved ones.
  const selection = { all: boxes.all, boxOf: (row: IncidentRow) => row.status === 'active' && boxes.boxOf(row) };
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        highlightOn={(row) => `${row.status} ${row.severity}`}
        linkOf={(row) => ({ to: incidentPath(row.id) })}
        onOpen={onOpen}
        {...(active.length > 0 && { selection })}
        sort={sort}
        onSort={onSort}
      />
      <SelectionBar ids={selected} onClear={() => setChosen(new Set())} />
      <Box borderTopWidth="1px">
        <Pager page={page} pageCount={pageCount} onPage={setPage} />
      </Box>
    </>
  );
}
