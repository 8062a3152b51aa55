import { Box, Button, Flex } from '@chakra-ui/react';
import type { MonitoredEndpoint } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { searchEndpoints } from '@farwatch/core/decisions/agents/search-endpoints';
import type { Agent } from '@farwatch/core/documents/agent';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Column } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useSorted } from '../../components/data-table/use-sorted.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { SearchBox } from '../../components/form/search-box.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Pager } from '../../components/navigation/pager.tsx';
import { StatusLabel, type StatusLook } from '../../components/status/status.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { TwoLines } from '../../components/text/two-lines.tsx';
import { UrlText } from '../../components/text/url-text.tsx';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { useListView } from '../../lib/list/list-view.ts';
import { usePages } from '../../lib/list/paging.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import { LoadFailure } from './load-failure.tsx';

type Props = { agent: WithId<Agent>; shown: boolean };

/** The agent's endpoints, reloaded when their number changes. */
export function MonitoredEndpoints({ agent: { id, endpointCount }, shown }: Props) {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi(agentCalls.endpoints, shown ? { params: { id } } : null, POLL_MS);
  const failure = useVisibleFailure(data, error);
  useOnChange(endpointCount, () => void mutate());
  return (
    <Flex direction="column" gap="4">
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      {data === undefined && error === undefined && <Loading />}
      {data && (
        <Panel overflow="clip">
          {data.length > 0 ? (
            <EndpointTable endpoints={data} />
          ) : (
            <EmptyState title={t('agent.list.empty')} hint={t('agent.list.emptyHint')} />
          )}
        </Panel>
      )}
    </Flex>
  );
}

const PAGE_SIZE = 20;
const viewSchema = z.object({ search: z.string().catch('') });

/** The endpoints in pages; with a search if there is more than one. */
function EndpointTable({ endpoints }: { endpoints: readonly MonitoredEndpoint[] }) {
  const { t } = useTranslation();
  const [{ search }, setView] = useListView(viewSchema, '');
  const columns = useMemo(() => endpointColumns(t), [t]);
  const found = useMemo(() => searchEndpoints(endpoints, search), [endpoints, search]);
  const { rows, sort, onSort } = useSorted(found, columns, { column: 'name', direction: 'asc' }, '');
  const { items, page, pageCount, setPage } = usePages(rows, PAGE_SIZE, '');
  const clear = (
    <Button variant="outline" onClick={() => setView({ search: '' })}>
      {t('agent.list.clear')}
    </Button>
  );
  return (
    <>
      {(endpoints.length > PAGE_SIZE || search !== '') && (
        <Flex
          direction={{ base: 'column', sm: 'row' }}
          align={{ sm: 'center' }}
          justify="space-between"
          gap="2"
          p="4"
          borderBottomWidth="1px"
        >
          <SearchBox label={t('agent.list.search')} value={search} onSearch={(text) => setView({ search: text })} />
          <Box role="status" color="text.muted" textStyle="sm" whiteSpace="nowrap">
            {t('agent.list.count', { count: rows.length, number: rows.length.toLocaleString('en') })}
          </Box>
        </Flex>
      )}
      {rows.length === 0 ? (
        <EmptyState title={t('agent.list.noMatch', { search })} action={clear} />
      ) : (
        <DataTable
          label={t('agent.endpoints')}
          columns={columns}
          rows={items}
          total={rows.length}
          keyOf={(row) => row.id}
          sort={sort}
          onSort={onSort}
        />
      )}
      {pageCount > 1 && (
        <Box borderTopWidth="1px">
          <Pager page={page} pageCount={pageCount} onPage={setPage} />
        </Box>
      )}
    </>
  );
}

type EndpointColumn = 'name' | 'url' | 'group' | 'last' | 'status';

const STATUSES = ['success', 'failed', 'never'] as const;
type CheckStatus = (typeof STATUSES)[number];
const LOOKS: Record<CheckStatus, StatusLook> = { success: 'up', failed: 'down', never: 'pending' };

function statusOf({ lastCheckByAgent: last }: MonitoredEndpoint): CheckStatus {
  if (!last) return 'never';
  return last.success ? 'success' : 'failed';
}

/** The columns of an agent's endpoints. Sorted by status: success, failed, never checked. */
function endpointColumns(t: TFunction): Column<MonitoredEndpoint, EndpointColumn>[] {
  const header = (id: EndpointColumn) => ({ id, header: t(`agent.list.columns.${id}`) });
  return [
    {
      ...header('name'),
      cell: (row) => <TwoLines first={row.name} />,
      sortBy: (row) => row.name,
      minWidth: '184px',
      card: 'title',
    },
    {
      ...header('url'),
      cell: (row) => <UrlText url={row.url} />,
      sortBy: (row) => row.url,
      minWidth: '216px',
      card: 'wide',
    },
    {
      ...header('group'),
      cell: (row) => <TwoLines first={row.groupName} />,
      sortBy: (row) => row.groupName,
      minWidth: '128px',
      dropOrder: 1,
    },
    {
      ...header('last'),
      cell: (row) => <TimeAgo atMs={checkedAt(row)} missing={t('agent.list.never')} />,
      sortBy: checkedAt,
      width: '132px',
      dropOrder: 2,
    },
    {
      ...header('status'),
      cell: (row) => <StatusLabel look={LOOKS[statusOf(row)]} text={t(`agent.list.status.${statusOf(row)}`)} />,
      sortBy: (row) => STATUSES.indexOf(statusOf(row)),
      width: '112px',
      card: 'status',
    },
  ];
}

function checkedAt({ lastCheckByAgent: last }: MonitoredEndpoint): number | null {
  return last && Date.parse(last.checkTime);
}
