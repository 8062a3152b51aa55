import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FittedTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Choice } from '../../components/form/choice.tsx';
import { SearchBox } from '../../components/form/search-box.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Pager } from '../../components/navigation/pager.tsx';
import { usePages } from '../../lib/list/paging.ts';
import type { Sort } from '../../lib/list/sorting.ts';
import { agentPath } from '../../lib/navigation/paths.ts';
import { type AgentColumn, agentColumns } from './agent-columns.tsx';
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
          {t('agents.showing', { shown: selected.length, total: rows.length })}
        </Text>
        {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={setPage} />}
      </Flex>
    </Panel>
  );
}

type ViewProps = { view: AgentsView; onView: (view: AgentsView) => void };

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
    <Button variant="outline" borderColor="edge" onClick={() => onView(unfiltered(view))}>
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
            borderColor="edge"
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
