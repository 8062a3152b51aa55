import { Box, Button, Flex, IconButton, Menu, Text } from '@chakra-ui/react';
import type { Device } from '@farwatch/core/values/device';
import { batteryLevel, type Level } from '@farwatch/core/values/levels';
import { isNewerVersion, NEWEST_AGENT } from '@farwatch/core/values/release';
import type { TFunction } from 'i18next';
import {
  ArrowDown,
  ArrowUp,
  BatteryCharging,
  BatteryFull,
  BatteryLow,
  BatteryMedium,
  EllipsisVertical,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { AgentBadge } from '../../domain/status/agent-badge.tsx';
import { LEVEL_LOOKS } from '../../domain/status/looks.ts';
import { afterName } from '../../lib/format/text.ts';
import { usePages } from '../../lib/list/paging.ts';
import type { Sort } from '../../lib/list/sorting.ts';
import { agentPath } from '../../lib/navigation/paths.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { FittedTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/text/two-lines.tsx';
import { type AgentAction, AgentMenu } from './agent-menu.tsx';
import type { AgentRow } from './agent-row.ts';
import {
  AGENT_LIST,
  type AgentsView,
  SORTS,
  STATUSES,
  selectAgents,
  unfiltered,
  useAgentsView,
} from './agents-view.ts';

/** More rows per page would render noticeably slowly. */
const PAGE_SIZE = 25;

type Props = {
  rows: readonly AgentRow[];
  onAction: (action: AgentAction, agentId: string) => void;
};

/** The agents that match the search and the filter, in the chosen order. */
export function AgentsTable({ rows, onAction }: Props) {
  const { t } = useTranslation();
  const [view, setView] = useAgentsView();
  const selected = useMemo(() => selectAgents(rows, view, (location) => t(`locations.${location}`)), [rows, view, t]);
  const { items, page, pageCount, setPage } = usePages(selected, PAGE_SIZE, AGENT_LIST);
  return (
    <Panel overflow="clip">
      <AgentToolbar view={view} onView={setView} />
      <Box borderTopWidth="1px">
        {selected.length > 0 ? (
          <AgentMenu onAction={onAction}>
            <Rows rows={items} view={view} onView={setView} />
          </AgentMenu>
        ) : (
          <NoMatch view={view} onView={setView} />
        )}
      </Box>
      <Flex align="center" justify="space-between" wrap="wrap" borderTopWidth="1px" px="4" minH="12">
        <Text role="status" color="text.muted" textStyle="sm">
          {t('agents.showing', { shown: selected.length, count: rows.length })}
        </Text>
        {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
      </Flex>
    </Panel>
  );
}

type ViewProps = { view: AgentsView; onView: (view: AgentsView) => void };

type AgentColumn = 'name' | 'location' | 'status' | 'lastActive' | 'device' | 'ip' | 'battery' | 'actions';

function Rows({ rows, view, onView }: ViewProps & { rows: readonly AgentRow[] }) {
  const { t } = useTranslation();
  const columns = useMemo(() => agentColumns(t), [t]);
  const table = {
    label: t('agents.title'),
    columns,
    rows,
    keyOf: (row: AgentRow) => row.id,
    highlightOn: (row: AgentRow) => row.badge,
    linkOf: (row: AgentRow) => ({ to: agentPath(row.id) }),
  };
  const sort: Sort<AgentColumn> = { column: view.sort, direction: view.direction };
  return <FittedTable {...table} sort={sort} onSort={sortBy} />;

  function sortBy({ column, direction }: Sort<AgentColumn>) {
    const chosen = SORTS.find((each) => each === column);
    if (chosen) onView({ ...view, sort: chosen, direction });
  }
}

/** Shown if the search or the filter hides all agents. */
function NoMatch({ view, onView }: ViewProps) {
  const { t } = useTranslation();
  const search = view.search.trim();
  const clear = (
    <Button variant="outline" onClick={() => onView(unfiltered(view))}>
      {t('agents.clearFilters')}
    </Button>
  );
  return <EmptyState title={search ? t('agents.noMatch', { search }) : t('agents.noMatchFilter')} action={clear} />;
}

function AgentToolbar({ view, onView }: ViewProps) {
  const { t } = useTranslation();
  const isAscending = view.direction === 'asc';
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} wrap="wrap" gap="2" px="4" py="3">
      <SearchBox label={t('agents.search')} value={view.search} onSearch={(search) => onView({ ...view, search })} />
      <Flex gap="2" minW="0" wrap="wrap">
        <Choice
          label={t('agents.filters.status')}
          value={view.status}
          options={STATUSES.map((value) => ({ value, label: t(`agents.filters.${value}`) }))}
          onChoose={(status) => onView({ ...view, status })}
        />
        <Flex gap="2" minW="0">
          <Choice
            label={t('agents.sort.label')}
            value={view.sort}
            options={SORTS.map((value) => ({ value, label: t(`agents.columns.${value}`) }))}
            onChoose={(sort) => onView({ ...view, sort })}
          />
          <IconButton
            variant="outline"
            h={{ base: '11', sm: '10' }}
            aria-label={t(isAscending ? 'table.ascending' : 'table.descending')}
            onClick={() => onView({ ...view, direction: isAscending ? 'desc' : 'asc' })}
          >
            {isAscending ? <ArrowUp /> : <ArrowDown />}
          </IconButton>
        </Flex>
      </Flex>
    </Flex>
  );
}

/** The columns of the agents table. `sortBy` only marks sortable columns: the view orders the rows. */
function agentColumns(t: TFunction): Column<AgentRow, AgentColumn>[] {
  const header = (id: AgentColumn) => ({ id, header: t(`agents.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: ({ agent }) => <TwoLines first={agent.name} second={afterName(agent.name, agent.description)} />,
      sortBy: ({ agent }) => agent.name,
      card: 'title',
    },
    {
      ...header('location'),
      cell: ({ agent }) => <LocationNames codes={[agent.location]} />,
      sortBy: ({ agent }) => agent.location,
      width: '126px',
    },
    {
      ...header('status'),
      cell: ({ badge, reasons }) => <AgentBadge badge={badge} reasons={reasons} />,
      width: '112px',
      card: 'status',
    },
    {
      ...header('lastActive'),
      cell: ({ agent }) => <TimeAgo inTable atMs={agent.lastReportAt} missing={t('agents.never')} />,
      sortBy: ({ agent }) => agent.lastReportAt,
      width: '140px',
    },
    { ...header('device'), cell: ({ agent }) => deviceLines(agent), width: '144px', dropOrder: 3 },
    {
      ...header('ip'),
      cell: ({ agent }) => (
        <span title={agent.ipAddress ?? undefined}>{agent.ipAddress ?? t('agents.notReported')}</span>
      ),
      width: '122px',
      dropOrder: 1,
    },
    { ...header('battery'), cell: ({ agent }) => <Battery device={agent.device} />, width: '84px', dropOrder: 2 },
    { ...header('actions'), cell: ({ agent }) => actions(agent), align: 'end', width: '76px', card: 'end' },
  ];

  function deviceLines({ device }: AgentRow['agent']) {
    if (!device) return t('agents.unknownDevice');
    const { deviceName, appVersion: version } = device;
    const isOutdated = isNewerVersion(NEWEST_AGENT.version, version);
    return <TwoLines first={deviceName} second={t(isOutdated ? 'agents.oldVersion' : 'agents.version', { version })} />;
  }

  function actions({ id, name }: AgentRow['agent']) {
    return (
      <Menu.Trigger value={id} asChild>
        <IconButton variant="ghost" data-menu-of={id} aria-label={t('agents.actions.open', { name })}>
          <EllipsisVertical />
        </IconButton>
      </Menu.Trigger>
    );
  }
}

const ICONS: Record<Level, LucideIcon> = { good: BatteryFull, fair: BatteryMedium, poor: BatteryLow };

/** A device's battery level, and whether it is charging. */
function Battery({ device }: { device: Device | null }) {
  const { t } = useTranslation();
  const percent = device?.batteryPercent ?? null;
  if (percent === null) return <>{t('agents.notReported')}</>;
  const isCharging = device?.batteryCharging === true;
  const level = batteryLevel(percent);
  const Icon = isCharging ? BatteryCharging : ICONS[level];
  const charging = t('agents.battery.charging');
  return (
    <Flex
      as="span"
      display="inline-flex"
      verticalAlign="middle"
      align="center"
      gap="1.5"
      title={isCharging ? charging : undefined}
    >
      <Flex as="span" color={`status.${LEVEL_LOOKS[level]}`}>
        <Icon size={18} {...(isCharging ? { role: 'img', 'aria-label': charging } : { 'aria-hidden': true })} />
      </Flex>
      {t('agents.battery.level', { value: Math.round(percent) })}
    </Flex>
  );
}
