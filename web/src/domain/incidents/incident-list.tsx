import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { selectIncidents } from '@farwatch/core/decisions/incidents/select-incidents';
import { incidentStatusSchema } from '@farwatch/core/documents/incident';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaving } from '../../lib/api/use-saving.ts';
import { usePhone } from '../../lib/browser/media.ts';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { usePages } from '../../lib/list/paging.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { type LiveIncidents, MAX_INCIDENTS } from '../../lib/live/incidents.ts';
import { incidentPath } from '../../lib/navigation/paths.ts';
import { useIsEditor, useUid } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { rowSelection } from '../../ui/data-table/row-selection.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { actInApp } from './act-in-app.ts';
import { type IncidentRow, incidentColumns } from './incident-columns.tsx';
import {
  filterCount,
  filterOf,
  INCIDENT_LIST,
  type IncidentView,
  isFiltered,
  LISTED_RANGES,
  unfiltered,
} from './incident-view.ts';
import { SnoozePanel } from './snooze-panel.tsx';

type Props = {
  /** The incidents of the view's time range, or some of them; undefined while loading. */
  incidents: LiveIncidents | undefined;
  view: IncidentView;
  onView: (view: IncidentView) => void;
  onOpen: (incident: IncidentRow) => void;
  /** The table's label. */
  label: string;
  /** Filters that only this list has, which phones show with the others. */
  moreFilters?: ReactNode;
  /** Shown above the table, with what it lists; undefined while not all of it has arrived. */
  above?: (selected: readonly IncidentRow[] | undefined) => ReactNode;
};

/** The shared incident list: search, filters, time range, table and pager. */
export function IncidentList({ incidents, view, onView, onOpen, label, moreFilters, above }: Props) {
  const { t } = useTranslation();
  const complete = incidents?.complete ?? false;
  const monitors = useMonitors().data?.items;
  const uid = useUid();
  const selected = useMemo(
    () => incidents && selectIncidents(incidents.items, filterOf(view, monitors ?? [], uid)),
    [incidents, view, monitors, uid],
  );
  return (
    <>
      <IncidentToolbar
        view={view}
        onView={onView}
        count={complete ? selected?.length : undefined}
        moreFilters={moreFilters}
      />
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

/** The empty list: the filters hide all incidents, or the time range has none. */
function NoIncidents({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation();
  if (isFiltered(view)) {
    const clear = (
      <Button variant="outline" onClick={() => onView(unfiltered(view))}>
        {t('incidents.clearFilters')}
      </Button>
    );
    return <EmptyState title={t('incidents.empty')} hint={t('incidents.emptyFiltered')} action={clear} />;
  }
  const longer = (view.range === '24h' || view.range === '7d') && (
    <Button variant="outline" onClick={() => onView({ ...view, range: '30d' })}>
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
  const isEditor = useIsEditor();
  const nowMs = useNow(MINUTE_MS);
  const columns = useMemo(() => incidentColumns(t, nowMs), [t, nowMs]);
  const { rows, sort, onSort } = useSorted(incidents, columns, FIRST, INCIDENT_LIST);
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, INCIDENT_LIST);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const active = rows.filter(({ status }) => status === 'active').map(({ id }) => id);
  const selected = active.filter((id) => chosen.has(id));
  // Resolved incidents allow no actions.
  const selection = rowSelection<IncidentRow>({
    selected: new Set(selected),
    allKeys: active,
    keyOf: (row) => row.id,
    onChange: setChosen,
    labelOf: (row) => t('incidents.act.select', { url: readableUrl(row.endpoint.url) }),
    allLabel: t('incidents.act.selectAll'),
  });
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
        {...(isEditor && active.length > 0 && { selection })}
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

const CustomRange = lazyPart(withTexts('incidents', () => import('./custom-range.tsx')));

const STATUSES = ['all', ...incidentStatusSchema.options] as const;
const LOCATIONS = ['all', ...LOCATION_CODES] as const;

type IncidentToolbarProps = {
  view: IncidentView;
  onView: (view: IncidentView) => void;
  /** The number of listed incidents; undefined while unknown. */
  count: number | undefined;
  moreFilters: ReactNode;
};

/** Search, filters, time range and number of results; in one row, on phones with the filters in a sheet. */
function IncidentToolbar({ view, onView, count, moreFilters }: IncidentToolbarProps) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  // The days of a custom range are entered before it is shown.
  const [isEntering, setEntering] = useState(false);
  const range = isEntering ? 'custom' : view.range;
  return (
    <>
      <Flex
        direction={{ base: 'column', sm: 'row' }}
        align={{ sm: 'center' }}
        wrap={{ sm: 'wrap' }}
        gap="2"
        px="4"
        py="3"
      >
        <SearchBox
          label={t('incidents.search')}
          value={view.search}
          onSearch={(search) => onView({ ...view, search })}
        />
        <Box
          display={{ base: 'grid', sm: 'flex' }}
          gridTemplateColumns="repeat(2, minmax(0, 1fr))"
          alignItems="center"
          flexWrap={{ sm: 'wrap' }}
          gap="2"
          flex={{ sm: '1 1 auto' }}
          minW="0"
        >
          {isPhone ? (
            <FilterSheet view={view} onView={onView}>
              <SharedFilters view={view} onView={onView} />
              {moreFilters}
            </FilterSheet>
          ) : (
            <SharedFilters view={view} onView={onView} />
          )}
          <Choice
            label={t('incidents.range')}
            value={range}
            options={LISTED_RANGES.map((value) => ({ value, label: t(`incidents.ranges.${value}`) }))}
            onChoose={(chosen) => {
              setEntering(chosen === 'custom');
              if (chosen !== 'custom') onView({ ...view, range: chosen, from: '', to: '' });
            }}
          />
          <Box role="status" color="text.muted" textStyle="sm" ms={{ sm: 'auto' }} ps="2" whiteSpace="nowrap">
            {count !== undefined && t('incidents.count', { count })}
          </Box>
        </Box>
      </Flex>
      {range === 'custom' && (
        <Suspense fallback={null}>
          <CustomRange
            key={`${view.from} ${view.to}`}
            view={view}
            onShow={(days) => {
              setEntering(false);
              onView({ ...view, range: 'custom', ...days });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type FilterProps = Pick<IncidentToolbarProps, 'view' | 'onView'>;

/** The filters of every list. */
function SharedFilters({ view, onView }: FilterProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t('incidents.filters.status')}
        value={view.status}
        options={STATUSES.map((value) => ({ value, label: t(`incidents.statuses.${value}`) }))}
        onChoose={(status) => onView({ ...view, status })}
      />
      <Choice
        label={t('incidents.filters.location')}
        value={view.location}
        options={LOCATIONS.map((value) => ({
          value,
          label: value === 'all' ? t('incidents.allLocations') : t(`locations.${value}`),
        }))}
        onChoose={(location) => onView({ ...view, location })}
      />
    </>
  );
}

/** A button with the number of filters that are set, which opens a sheet with all of them. */
function FilterSheet({ view, onView, children }: FilterProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(view);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListFilter aria-hidden="true" />
        {t(count > 0 ? 'incidents.filters.set' : 'incidents.filters.title', { count })}
      </Button>
      <AppDialog
        open={isOpen}
        onClose={close}
        title={t('incidents.filters.title')}
        footer={
          <>
            {count > 0 && (
              <Button variant="outline" onClick={() => onView({ ...unfiltered(view), search: view.search })}>
                {t('incidents.clearFilters')}
              </Button>
            )}
            <Button colorPalette="accent" onClick={close}>
              {t('incidents.filters.show')}
            </Button>
          </>
        }
      >
        <Box display="grid" gap="3">
          {children}
        </Box>
      </AppDialog>
    </>
  );
}

/** One call takes this many incidents. */
const AT_ONCE = 100;

type SelectionBarProps = { ids: readonly string[]; onClear: () => void };

/** Acknowledges or snoozes the selected incidents. It stays at the foot of the window, so that nothing moves. */
function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const { t } = useTranslation();
  const [isSnoozing, setSnoozing] = useState(false);
  const { isBusy, failure, save } = useSaving();
  const [skipped, setSkipped] = useState(0);

  async function act(request: ActionRequest) {
    let left = 0;
    const isDone = await save(async () => {
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        left += (await actInApp(ids.slice(start, start + AT_ONCE), request)).skipped.length;
      }
    });
    if (!isDone) return;
    setSkipped(left);
    setSnoozing(false);
    onClear();
  }

  if (ids.length === 0) {
    if (skipped === 0) return null;
    return (
      <Box px="4" pb="3">
        <Notice kind="info">{t('incidents.act.skipped', { count: skipped })}</Notice>
      </Box>
    );
  }
  return (
    <Flex {...FOOT} role="region" aria-label={t('incidents.act.selected', { count: ids.length })}>
      {failure !== null && <FailureNotice title={t('incidents.act.failed')} failure={failure} />}
      {isSnoozing && <SnoozePanel onSnooze={(minutes) => void act({ do: 'snooze', minutes })} />}
      <Flex gap="2" wrap="wrap" align="center">
        <Text role="status" me="2">
          {t('incidents.act.selected', { count: ids.length })}
        </Text>
        <BusyButton
          colorPalette="accent"
          minH={MIN_H}
          loading={isBusy}
          onClick={() => void act({ do: 'acknowledge', note: '' })}
        >
          {t('incidents.act.acknowledge')}
        </BusyButton>
        <Button variant="outline" minH={MIN_H} aria-expanded={isSnoozing} onClick={() => setSnoozing(!isSnoozing)}>
          {t('incidents.act.snooze')}
        </Button>
        <IconButton variant="ghost" minH={MIN_H} ms="auto" aria-label={t('incidents.act.clear')} onClick={onClear}>
          <X />
        </IconButton>
      </Flex>
    </Flex>
  );
}

const MIN_H = { base: '11', sm: '9' };
const FOOT = {
  direction: 'column',
  gap: '3',
  position: 'sticky',
  bottom: '0',
  zIndex: '1',
  px: '4',
  py: '3',
  bg: 'surface.raised',
  borderTopWidth: '1px',
} as const;
