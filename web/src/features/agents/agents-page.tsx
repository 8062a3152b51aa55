import { Button, Text } from '@chakra-ui/react';
import { type AgentCreated, type AgentEntry, agentCalls } from '@farwatch/core/api/agents';
import { SECOND_MS } from '@farwatch/core/time';
import { Plus } from 'lucide-react';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedAction } from '../../components/failed-action.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LiveNotices } from '../../components/live-notices.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { useAgents } from '../../lib/live/agents.ts';
import { useNow } from '../../lib/now.ts';
import { useFailureBeside } from '../../lib/online.ts';
import { useRefresh } from '../../lib/refresh.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AgentCards } from './agent-cards.tsx';
import type { AgentAction } from './agent-menu.tsx';
import { agentRow, totalsOf } from './agent-row.ts';
import { AgentsTable } from './agents-table.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MonitoringLocations } from './monitoring-locations.tsx';
import { LocationPerformance } from './performance/location-performance.tsx';

const RegistrationDialog = lazyPart(() => import('./registration/registration-dialog.tsx'));

const ROWS_EVERY_MS = 5 * SECOND_MS;

/** The dialog above the page. `known`: the answer that made the agent, which the list may not have yet. */
type Open =
  | { dialog: 'create' }
  | { dialog: 'delete'; agent: { id: string; name: string } }
  | { dialog: 'registration'; agentId: string; mode: 'created' | 'manage' | 'reset'; known: AgentCreated | null };

/** /agents: the admin's own agents, live; what locations offer and did, and codes to join by, from the API. */
export default function AgentsPage() {
  const { t } = useTranslation();
  useTitle(t('agents.title'));
  const live = useAgents();
  const locations = useApi(agentCalls.locations, {}, POLL_MS);
  const entries = useApi(agentCalls.list, {}, POLL_MS);
  const { refresh } = useRefresh();
  const nowMs = useNow(ROWS_EVERY_MS);
  const rows = useMemo(() => live.data?.items.map((agent) => agentRow(agent, nowMs)) ?? [], [live.data, nowMs]);
  const [open, setOpen] = useState<Open | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const failure = useFailureBeside(live.data, (live.data ? undefined : live.error) ?? locations.error ?? entries.error);
  const noneActive =
    locations.data?.every((each) => each.agent_count === 0) === true && !rows.some((row) => row.isActive);

  function act(action: AgentAction, agentId: string) {
    const name = rows.find((row) => row.id === agentId)?.agent.name ?? '';
    if (action === 'delete') setOpen({ dialog: 'delete', agent: { id: agentId, name } });
    else setOpen({ dialog: 'registration', agentId, mode: action, known: null });
  }

  return (
    <>
      <PageHeader
        title={t('agents.title')}
        subtitle={t('agents.subtitle')}
        actions={<AddButton ref={add} text={t('agents.add')} onAdd={() => setOpen({ dialog: 'create' })} />}
      />
      {failure !== undefined && (
        <FailedAction failure={failure} onRetry={refresh}>
          {t('agents.loadFailed')}
        </FailedAction>
      )}
      <LiveNotices live={live} />
      {live.data && noneActive && (
        <Notice kind="warning">
          <Text fontWeight="medium">{t('agents.noneActive')}</Text>
          <Text>{t('agents.noneActiveText')}</Text>
        </Notice>
      )}
      {live.data && (
        <>
          <AgentCards totals={totalsOf(rows)} />
          {locations.data && <MonitoringLocations locations={locations.data} />}
          <LocationPerformance />
          {rows.length > 0 ? (
            <AgentsTable rows={rows} onAction={act} />
          ) : (
            <NoAgents onAdd={() => setOpen({ dialog: 'create' })} />
          )}
        </>
      )}
      {!live.data && !live.error && <Loading />}
      <CreateDialog
        open={open?.dialog === 'create'}
        onClose={() => setOpen(null)}
        onCreated={(known) => setOpen({ dialog: 'registration', agentId: known.id, mode: 'created', known })}
      />
      <DeleteDialog
        agent={open?.dialog === 'delete' ? open.agent : null}
        onClose={() => setOpen(null)}
        returnTo={() => add.current}
      />
      {open?.dialog === 'registration' && (
        <Suspense fallback={null}>
          <RegistrationDialog
            agentId={open.agentId}
            registration={registrationOf(open, entries.data)}
            mode={open.mode}
            returnTo={() => menuOf(open.agentId) ?? add.current}
            onClose={() => {
              setOpen(null);
              refresh();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What opens an agent's menu; null if the list does not show the agent. */
function menuOf(agentId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-menu-of="${CSS.escape(agentId)}"]`);
}

function registrationOf(
  { agentId, known }: Extract<Open, { dialog: 'registration' }>,
  entries: readonly AgentEntry[] | undefined,
): AgentCreated | AgentEntry | null {
  return known ?? entries?.find((entry) => entry.id === agentId) ?? null;
}

function AddButton({
  text,
  onAdd,
  ref,
}: {
  text: string;
  onAdd: () => void;
  ref?: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <Button ref={ref} colorPalette="accent" onClick={onAdd}>
      <Plus aria-hidden="true" />
      {text}
    </Button>
  );
}

function NoAgents({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <Panel>
      <EmptyState
        title={t('agents.empty')}
        hint={t('agents.emptyHint')}
        action={<AddButton text={t('agents.createFirst')} onAdd={onAdd} />}
      />
    </Panel>
  );
}
