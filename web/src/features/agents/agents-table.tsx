import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FittedTable } from '../../components/data-table/fitted-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Sort } from '../../lib/list/sorting.ts';
import { usePages } from '../../lib/list/use-pages.ts';
import { agentPath } from '../../lib/paths.ts';
import { type AgentColumn, agentColumns } from './agent-columns.tsx';
import { type AgentAction, AgentMenu } from './agent-menu.tsx';
import type { AgentRow } from './agent-row.ts';
import { AgentToolbar } from './agent-toolbar.tsx';
import { AGENT_LIST, type AgentsView, SORTS, selectAgents, unfiltered } from './agents-view.ts';
import { useAgentsView } from './use-agents-view.ts';

/** As many rows as are drawn without a stutter. */
const PAGE_SIZE = 25;

type Props = {
  rows: readonly AgentRow[];
  onAction: (action: AgentAction, agentId: string) => void;
};

/** The agents that are searched for, in the order that is asked for. */
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
    washOn: (row: AgentRow) => row.badge,
    linkOf: (row: AgentRow) => ({ to: agentPath(row.id) }),
  };
  const sort: Sort<AgentColumn> = { column: view.sort, direction: view.direction };
  return <FittedTable {...table} sort={sort} onSort={sortBy} />;

  function sortBy({ column, direction }: Sort<AgentColumn>) {
    const chosen = SORTS.find((each) => each === column);
    if (chosen) onView({ ...view, sort: chosen, direction });
  }
}

/** The search or the filter hides every agent. */
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
