import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { UptimeDays } from '@farwatch/core/contracts/api/history';
import { displayedUptime } from '@farwatch/core/decisions/status/availability';
import { isSameTag } from '@farwatch/core/values/tags';
import type { TFunction } from 'i18next';
import { Columns3, EllipsisVertical } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { HourBars } from '../../domain/hour-bars/hour-bars.tsx';
import { MaintenanceUntil } from '../../domain/maintenance/maintenance-until.tsx';
import { PausedUntil } from '../../domain/pause/paused-until.tsx';
import { FlappingMark } from '../../domain/status/flapping.tsx';
import { MONITOR_LOOKS } from '../../domain/status/looks.ts';
import { StatusLabel } from '../../domain/status/status.tsx';
import type { UptimeCells } from '../../domain/uptime/with-uptime.tsx';
import { percent } from '../../lib/format/numbers.ts';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { usePages } from '../../lib/list/paging.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { monitorPath } from '../../lib/navigation/paths.ts';
import { useIsEditor } from '../../lib/session/session.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { rowSelection } from '../../ui/data-table/row-selection.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { CountFilters } from '../../ui/form/count-filters.tsx';
import { useDisclosure } from '../../ui/layout/disclosure.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { Tags, tagStyle } from '../../ui/text/tag.tsx';
import { Attention } from './attention-strip.tsx';
import { countsOf, FILTERS, filtered, type StatusFilter, tagged, useMonitorFilter } from './monitor-filter.ts';
import type { MonitorRow } from './monitor-row.ts';
import type { MenuOf } from './row-menu.tsx';
import { OFFERED_DAYS, useUptimeDays } from './uptime-days.ts';

/**
 * Shows the monitors that need attention, and below them all monitors, or those of the status and tag in the address.
 */
export function MonitorsList({ rows }: { rows: readonly MonitorRow[] }) {
  const { t } = useTranslation();
  const [{ status, tag }, change] = useMonitorFilter();
  const choose = (next: StatusFilter) => change({ status: next });
  const ofTag = tagged(rows, tag);
  const shown = filtered(ofTag, status);
  const [days, setDays] = useUptimeDays();
  return (
    <>
      <Attention rows={rows} onMore={choose} />
      <Flex justify="space-between" align="flex-start" gap="2" mb={{ base: '-2', md: '-4' }}>
        <StatusFilters rows={ofTag} filter={status} onChoose={choose} />
        <ColumnsButton days={days} onDays={setDays} />
      </Flex>
      <TagFilters rows={rows} tag={tag} onChoose={(next) => change({ tag: next })} />
      {shown.length > 0 ? (
        <TableWithUptime rows={shown} days={days} />
      ) : (
        <Panel>
          <EmptyState
            title={t('attention.none')}
            action={
              <Button variant="outline" onClick={() => change({ status: 'all', tag: '' })}>
                {t('attention.showAll')}
              </Button>
            }
          />
        </Panel>
      )}
    </>
  );
}

type FiltersProps = { rows: readonly MonitorRow[]; filter: StatusFilter; onChoose: (filter: StatusFilter) => void };

/** Shows a button for each status that occurs, with its number of monitors; nothing if all have the same status. */
function StatusFilters({ rows, filter, onChoose }: FiltersProps) {
  const { t } = useTranslation();
  const counts = countsOf(rows);
  const offered = FILTERS.filter((each) => each === 'all' || each === filter || counts[each] > 0);
  if (offered.length < 3 && filter === 'all') return null;
  return (
    <CountFilters
      label={t('attention.filter')}
      options={offered.map((value) => ({ value, text: t(`attention.filters.${value}`), count: counts[value] }))}
      chosen={filter}
      onChoose={onChoose}
    />
  );
}

/** A button for each tag in use; the pressed one shows all monitors again. */
function TagFilters({
  rows,
  tag,
  onChoose,
}: {
  rows: readonly MonitorRow[];
  tag: string;
  onChoose: (tag: string) => void;
}) {
  const { t } = useTranslation();
  const known = tagCounts(rows);
  if (known.length === 0 && tag === '') return null;
  const isKnown = tag === '' || known.some((each) => isSameTag(each.tag, tag));
  const offered = isKnown ? known : [...known, { tag, count: 0 }];
  return (
    <Flex role="group" aria-label={t('monitors.filterByTag')} wrap="wrap" gap="2" mb={{ base: '-2', md: '-4' }}>
      {offered.map(({ tag: each, count }) => {
        const isChosen = isSameTag(each, tag);
        return (
          <Button
            key={each}
            size="sm"
            css={tagStyle(each)}
            outline={isChosen ? '2px solid currentColor' : undefined}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? '' : each)}
          >
            <chakra.bdi truncate maxW="20ch">
              {each}
            </chakra.bdi>
            <Text as="span" fontWeight="normal">
              {count}
            </Text>
          </Button>
        );
      })}
    </Flex>
  );
}

const SelectionBar = lazyPart(withTexts('pause', () => import('./selection-bar.tsx')));
const RowMenu = lazyPart(withTexts('form', () => import('./row-menu.tsx')));
const WithUptime = lazyPart(withTexts('uptime', () => import('../../domain/uptime/with-uptime.tsx')));
const PAGE_SIZE = 10;

type TableProps = { rows: readonly MonitorRow[]; days: readonly UptimeDays[]; cells: UptimeCells | null };

/** The table with the chosen columns of longer ranges, which are empty until their part and its data are loaded. */
function TableWithUptime({ rows, days }: { rows: readonly MonitorRow[]; days: readonly UptimeDays[] }) {
  if (days.length === 0) return <MonitorsTable rows={rows} days={days} cells={null} />;
  return (
    <Suspense fallback={<MonitorsTable rows={rows} days={days} cells={null} />}>
      <WithUptime>{(cells) => <MonitorsTable rows={rows} days={days} cells={cells} />}</WithUptime>
    </Suspense>
  );
}

type MonitorColumn = 'name' | 'hours' | 'uptime' | 'down' | 'incidents' | 'status' | 'locations';

type UptimeColumn = `uptime${UptimeDays}`;

/** The monitors, ten per page, by default sorted by name. */
function MonitorsTable({ rows, days, cells }: TableProps) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const [menu, setMenu] = useState<MenuOf | null>(null);
  const columns = useMemo(() => {
    const all: Column<MonitorRow, MonitorColumn | UptimeColumn | 'menu'>[] = dashboardColumns(t);
    return all
      .flatMap((column) => (column.id === 'uptime' ? [column, ...uptimeColumns(t, days, cells)] : [column]))
      .concat(isEditor ? menuColumn(t, setMenu) : []);
  }, [t, days, cells, isEditor]);
  const { rows: ordered, sort, onSort } = useSorted(rows, columns, { column: 'name', direction: 'asc' }, '');
  const { items, page, pageCount, setPage } = usePages(ordered, PAGE_SIZE, '');
  const [chosen, select] = useState<ReadonlySet<string>>(new Set());
  // Monitors that the filters hide are not paused with the others.
  const selected = rows.filter(({ id }) => chosen.has(id));
  const selection = rowSelection<MonitorRow>({
    selected: chosen,
    allKeys: rows.map((row) => row.id),
    keyOf: (row) => row.id,
    onChange: select,
    labelOf: (row) => t('monitors.select', { name: row.name }),
    allLabel: t('monitors.selectAll'),
  });
  return (
    <Panel overflow="clip">
      <DataTable
        label={t('monitors.tableLabel')}
        columns={columns}
        rows={items}
        total={rows.length}
        keyOf={(row) => row.id}
        highlightOn={(row) => `${row.status} ${row.metrics.endpointsDown}`}
        linkOf={(row) => ({ to: monitorPath(row.id) })}
        {...(isEditor && { selection })}
        sort={sort}
        onSort={onSort}
      />
      <Panel borderWidth="0" borderTopWidth="1px" borderRadius="0">
        <Text px="4" pt="3" textStyle="xs" color="text.muted">
          {t('monitors.metricsHint')}
        </Text>
        <Pager page={page} pageCount={pageCount} onPage={setPage} />
      </Panel>
      {menu && (
        <Suspense fallback={null}>
          <RowMenu {...menu} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      {selected.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar rows={selected} onClear={() => select(new Set())} />
        </Suspense>
      )}
    </Panel>
  );
}

const ColumnsPanel = lazyPart(withTexts('uptime', () => import('../../domain/uptime/columns-panel.tsx')));

type ColumnsButtonProps = { days: readonly UptimeDays[]; onDays: (days: readonly UptimeDays[]) => void };

/** Opens the panel that chooses the optional columns. */
function ColumnsButton({ days, onDays }: ColumnsButtonProps) {
  const { t } = useTranslation();
  const { isOpen, close, button, panel } = useDisclosure();
  const place = useRef<HTMLDivElement>(null);
  return (
    <Box ref={place} position="relative" ms="auto" flexShrink="0">
      <Button size="sm" variant="ghost" minH={{ base: '11', sm: '8' }} {...button}>
        <Columns3 aria-hidden="true" />
        {t('monitors.chooseColumns')}
      </Button>
      <Box {...panel}>
        {isOpen && (
          <Suspense fallback={null}>
            <ColumnsPanel place={place} offered={OFFERED_DAYS} days={days} onDays={onDays} onClose={close} />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}

function dashboardColumns(t: TFunction): Column<MonitorRow, MonitorColumn>[] {
  const header = (id: MonitorColumn) => ({ id, header: t(`monitors.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: (row) => (
        <>
          <span title={row.name}>{row.name}</span>
          {row.maintenance && (
            <chakra.span display="block">
              <MaintenanceUntil endsAt={row.maintenance.endsAt} nowMs={row.atMs} />
            </chakra.span>
          )}
          {row.pausedUntilMs !== null && (
            <chakra.span display="block">
              <PausedUntil untilMs={row.pausedUntilMs} nowMs={row.atMs} />
            </chakra.span>
          )}
          <Tags names={row.tags} />
        </>
      ),
      sortBy: (row) => row.name,
      minWidth: '144px',
      card: 'title',
    },
    {
      ...header('hours'),
      cell: (row) => <HourBars segments={row.segments} nowMs={row.atMs} />,
      width: '236px',
      card: 'wide',
    },
    {
      ...header('uptime'),
      cell: (row) => {
        const uptime = displayedUptime(row.metrics);
        return uptime === null ? t('noValue') : t('monitors.percent', { value: percent(uptime) });
      },
      sortBy: (row) => displayedUptime(row.metrics),
      align: 'end',
      width: '106px',
    },
    {
      ...header('down'),
      cell: (row) => row.metrics.downCount,
      sortBy: (row) => row.metrics.downCount,
      align: 'end',
      width: '106px',
      dropOrder: 3,
    },
    {
      ...header('incidents'),
      cell: (row) => row.metrics.incidentCount,
      align: 'end',
      width: '96px',
      dropOrder: 2,
    },
    {
      ...header('status'),
      cell: (row) => (
        <>
          <StatusLabel look={MONITOR_LOOKS[row.status]} text={t(`status.${row.status}`)} />
          {row.isFlapping && <FlappingMark />}
        </>
      ),
      width: '116px',
      card: 'status',
    },
    {
      ...header('locations'),
      cell: (row) => <LocationNames codes={row.locations} short />,
      width: '98px',
      dropOrder: 1,
    },
  ];
}

/** The button of each row's menu. */
function menuColumn(t: TFunction, onOpen: (menu: MenuOf) => void): Column<MonitorRow, 'menu'> {
  return {
    id: 'menu',
    header: '',
    cell: (row) => (
      <IconButton
        variant="ghost"
        color="text.muted"
        mx={{ sm: '-2' }}
        aria-label={t('monitors.menu', { name: row.name })}
        aria-haspopup="menu"
        onClick={({ currentTarget: button }) => onOpen({ row, button })}
      >
        <EllipsisVertical />
      </IconButton>
    ),
    width: '52px',
    card: 'end',
  };
}

/** Columns of the uptime over these ranges; without cells (null), empty ones of the same width. */
function uptimeColumns(
  t: TFunction,
  days: readonly UptimeDays[],
  cells: UptimeCells | null,
): Column<MonitorRow, UptimeColumn>[] {
  return days.map((each, index) => ({
    id: `uptime${each}` as const,
    header: t('monitors.columns.uptimeDays', { days: each }),
    cell: (row) => cells?.cellOf(row, each) ?? null,
    ...(cells && { sortBy: (row: MonitorRow) => cells.uptimeOf(row, each) }),
    align: 'end' as const,
    width: '112px' as const,
    // It comes after the default columns.
    dropOrder: 4 + index,
  }));
}
