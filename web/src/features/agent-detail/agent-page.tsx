import { Box, Button, Flex, IconButton } from '@chakra-ui/react';
import type { MonitoredEndpoint } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { searchEndpoints } from '@farwatch/core/decisions/agents/search-endpoints';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import { RefreshCw, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { StatusLabel, type StatusLook } from '../../domain/status/status.tsx';
import { callApi } from '../../lib/api/client.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { type Saving, useSaving } from '../../lib/api/use-saving.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { relativeTime } from '../../lib/format/durations.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useListView } from '../../lib/list/list-view.ts';
import { usePages } from '../../lib/list/paging.ts';
import { useAgent } from '../../lib/live/agents.ts';
import { isRefused } from '../../lib/live/firestore-listeners.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { useOnChange } from '../../lib/use-on-change.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BackLink, ButtonLink } from '../../ui/navigation/links.tsx';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { TimeAgo } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/text/two-lines.tsx';
import { UrlText } from '../../ui/text/url-text.tsx';
import { AgentPlace, AgentTitle } from './agent-header.tsx';
import { Availability } from './availability/availability.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Overview } from './overview.tsx';

/** /agents/{id}. Retrying restarts the listener. */
export default function AgentPage() {
  const { id = '' } = useParams();
  const [attempt, setAttempt] = useState(0);
  return <LiveAgent key={`${id} ${attempt}`} id={id} onRetry={() => setAttempt(attempt + 1)} />;
}

function LiveAgent({ id, onRetry }: { id: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useAgent(id);
  const [name, setName] = useState('');
  if (data && data.name !== name) setName(data.name);
  const isMissing = data === null || isRefused(error);
  useTitle(name || t('agent.title'));
  if (data && !isMissing) {
    return (
      <>
        {error && <Notice kind="info">{t('live.interrupted')}</Notice>}
        <AgentView agent={data} />
      </>
    );
  }
  return (
    <>
      <BackLink to={PATHS.agents} text={t('agent.back')} />
      {isMissing && <Missing name={name} />}
      {!isMissing && error && <LoadFailure failure={error} onRetry={onRetry} />}
      {!isMissing && !error && <Loading />}
    </>
  );
}

/** Shown for an agent that does not exist. `name` is its name if it was shown before it was deleted. */
function Missing({ name }: { name: string }) {
  const { t } = useTranslation();
  const hint = name ? t('agent.deletedHint', { name }) : t('agent.missingHint');
  const action = (
    <ButtonLink to={PATHS.agents} variant="outline">
      {t('agent.back')}
    </ButtonLink>
  );
  return (
    <Panel>
      <EmptyState isPage title={t('agent.missing')} hint={hint} action={action} />
    </Panel>
  );
}

/** Shows one agent: its details, availability and endpoints. Only the visible tab calls the API. */
function AgentView({ agent }: { agent: WithId<Agent> }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const sync = useSync(agent);
  const shown = query.get('tab');
  return (
    <>
      <BackLink to={PATHS.agents} text={t('agent.back')} />
      <PageHeader title={<AgentTitle agent={agent} />} actions={<SyncButton sync={sync} />} />
      <AgentPlace agent={agent} />
      <SyncNotice sync={sync} />
      <PageTabs
        label={t('agent.tabs')}
        tabs={[
          {
            id: 'overview',
            label: t('agent.overview'),
            content: <Overview agent={agent} shown={shown !== 'availability' && shown !== 'endpoints'} />,
          },
          {
            id: 'availability',
            label: t('agent.availability'),
            content: <Availability agentId={agent.id} shown={shown === 'availability'} />,
          },
          {
            id: 'endpoints',
            label: t('agent.endpoints'),
            content: <MonitoredEndpoints agent={agent} shown={shown === 'endpoints'} />,
          },
        ]}
      />
    </>
  );
}

/** The state of a sync request. */
type Sync = Pick<Saving, 'isBusy' | 'failure'> & {
  isSent: boolean;
  /** When the agent synced after the request, epoch ms. */
  syncedAt: number | null;
  request: () => void;
  dismiss: () => void;
};

/** Requests a sync of the agent; its live document shows when it happened. */
function useSync({ id, lastSyncAt }: Pick<WithId<Agent>, 'id' | 'lastSyncAt'>): Sync {
  const { isBusy, done: beforeMs, failure, save, forget } = useSaving<number>();
  const request = () =>
    void save(async () => {
      await callApi(agentCalls.sync, { params: { id } });
      // The last sync before the request.
      return lastSyncAt ?? 0;
    });
  const isSent = beforeMs !== undefined;
  const syncedAt = isSent && lastSyncAt !== null && lastSyncAt > beforeMs ? lastSyncAt : null;
  return { isBusy, failure, isSent, syncedAt, request, dismiss: forget };
}

/** A button that makes the agent load its configuration again. */
function SyncButton({ sync: { isBusy, request } }: { sync: Sync }) {
  const { t } = useTranslation();
  return (
    <BusyButton variant="outline" title={t('agent.sync.hint')} loading={isBusy} onClick={request}>
      <RefreshCw aria-hidden="true" />
      {t('agent.sync.button')}
    </BusyButton>
  );
}

/** The request's state until dismissed: sent, failed, or when the agent synced. */
function SyncNotice({ sync: { failure, isSent, syncedAt, dismiss } }: { sync: Sync }) {
  const { t } = useTranslation();
  const closeButton = (
    <IconButton variant="ghost" size="sm" my="-1.5" aria-label={t('close')} onClick={dismiss}>
      <X />
    </IconButton>
  );
  if (failure !== null) {
    const reason = failureText(failure).reason ?? t('failure.unexpected');
    return (
      <Notice kind="error" action={closeButton}>
        {t('agent.sync.failed', { reason })}
      </Notice>
    );
  }
  if (!isSent) return null;
  return (
    <Notice kind={syncedAt === null ? 'info' : 'success'} action={closeButton}>
      {syncedAt === null ? t('agent.sync.sent') : <Synced atMs={syncedAt} />}
    </Notice>
  );
}

function Synced({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ago = relativeTime(atMs, useNow(5 * SECOND_MS));
  if (ago.kind === 'minutes' || ago.kind === 'hours') return t(`agent.sync.${ago.kind}`, { count: ago.count });
  return ago.kind === 'date' ? t('agent.sync.date', { at: shortDate(atMs, language) }) : t('agent.sync.now');
}

type MonitoredEndpointsProps = { agent: WithId<Agent>; shown: boolean };

/** The agent's endpoints, reloaded when their number changes. */
function MonitoredEndpoints({ agent: { id, endpointCount }, shown }: MonitoredEndpointsProps) {
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
      cell: (row) => <TimeAgo inTable atMs={checkedAt(row)} missing={t('agent.list.never')} />,
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
