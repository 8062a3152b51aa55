import { Box, Button, SimpleGrid, Text } from '@chakra-ui/react';
import {
  type AgentCreated,
  type AgentEntry,
  type AvailableLocations,
  agentCalls,
} from '@farwatch/core/contracts/api/agents';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Plus } from 'lucide-react';
import { type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../domain/flags/locations.tsx';
import { callApi } from '../../lib/api/client.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { useRefresh } from '../../lib/api/queries.ts';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../lib/api/use-saving.ts';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { MAX_AGENTS, useAgents } from '../../lib/live/agents.ts';
import { isCut } from '../../lib/live/firestore-listeners.ts';
import { useNow } from '../../lib/time/now.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import type { AgentAction } from './agent-menu.tsx';
import { agentRow, totalsOf } from './agent-row.ts';
import { AgentsTable } from './agents-table.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { LocationPerformance } from './performance/location-performance.tsx';
import { SystemHealth } from './system-health.tsx';

const PageReports = lazyPart(() => import('./page-reports/page-reports.tsx'));
const RegistrationDialog = lazyPart(() => import('./registration/registration-dialog.tsx'));

/** The open dialog. */
type Open =
  | { dialog: 'create' }
  | { dialog: 'delete'; agent: { id: string; name: string } }
  | {
      dialog: 'registration';
      agentId: string;
      mode: 'created' | 'manage' | 'reset';
      /** The response that created the agent, which the list may not have yet. */
      known: AgentCreated | null;
    };

/** /agents: the admin's own agents, live; the locations, their performance and the registration codes from the API. */
export default function AgentsPage() {
  const { t } = useTranslation();
  const live = useAgents();
  const locations = useApi(agentCalls.locations, {}, POLL_MS);
  const entries = useApi(agentCalls.list, {}, POLL_MS);
  const { refresh } = useRefresh();
  const nowMs = useNow(5 * SECOND_MS);
  const rows = useMemo(() => live.data?.items.map((agent) => agentRow(agent, nowMs)) ?? [], [live.data, nowMs]);
  const [open, setOpen] = useState<Open | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const failure = useVisibleFailure(
    live.data,
    (live.data ? undefined : live.error) ?? locations.error ?? entries.error,
  );
  const noneActive =
    locations.data?.every((each) => each.agentCount === 0) === true && !rows.some((row) => row.isActive);

  function onAction(action: AgentAction, agentId: string) {
    const name = rows.find((row) => row.id === agentId)?.agent.name ?? '';
    if (action === 'delete') setOpen({ dialog: 'delete', agent: { id: agentId, name } });
    else setOpen({ dialog: 'registration', agentId, mode: action, known: null });
  }

  return (
    <>
      <PageHeader
        title={t('agents.title')}
        subtitle={t('agents.subtitle')}
        actions={<AddButton ref={addButton} text={t('agents.add')} onAdd={() => setOpen({ dialog: 'create' })} />}
      />
      {failure !== undefined && <FailureNotice title={t('agents.loadFailed')} failure={failure} onRetry={refresh} />}
      <LiveNotices live={live} />
      {live.data && isCut(live.data) && <Notice kind="info">{t('agents.truncated', { count: MAX_AGENTS })}</Notice>}
      {live.data && noneActive && (
        <Notice kind="warning">
          <Text fontWeight="medium">{t('agents.noneActive')}</Text>
          <Text>{t('agents.noneActiveText')}</Text>
        </Notice>
      )}
      {live.data && (
        <>
          <AgentCards totals={totalsOf(rows)} />
          <SystemHealth />
          {locations.data && <MonitoringLocations locations={locations.data} />}
          <LocationPerformance />
          {rows.length > 0 ? (
            <AgentsTable rows={rows} onAction={onAction} />
          ) : (
            <NoAgents onAdd={() => setOpen({ dialog: 'create' })} />
          )}
          <Suspense fallback={null}>
            <PageReports />
          </Suspense>
        </>
      )}
      {!live.data && !live.error && <Loading />}
      <CreateDialog
        open={open?.dialog === 'create'}
        onClose={() => setOpen(null)}
        onCreated={(known) => setOpen({ dialog: 'registration', agentId: known.id, mode: 'created', known })}
      />
      <DeleteAgentDialog
        agent={open?.dialog === 'delete' ? open.agent : null}
        onClose={() => setOpen(null)}
        returnTo={() => addButton.current}
      />
      {open?.dialog === 'registration' && (
        <Suspense fallback={null}>
          <RegistrationDialog
            agentId={open.agentId}
            registration={registrationOf(open, entries.data)}
            mode={open.mode}
            returnTo={() => menuOf(open.agentId) ?? addButton.current}
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

/** Finds the button that opens an agent's menu; null if the list does not show the agent. */
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

function AgentCards({ totals }: { totals: ReturnType<typeof totalsOf> }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap={{ base: '3', md: '4' }}>
      <StatCard title={t('agents.cards.total')} value={totals.agents} text={registeredText()} />
      <StatCard title={t('agents.cards.active')} value={totals.active} text={t('agents.cards.activeText')} />
      <StatCard title={t('agents.cards.locations')} value={totals.locations} text={t('agents.cards.locationsText')} />
      <StatCard title={t('agents.cards.health')} value={totals.healthIssues} text={t('agents.cards.healthText')} />
    </SimpleGrid>
  );

  function registeredText() {
    if (totals.agents === 0) return t('agents.cards.totalNone');
    if (totals.waiting === 0) return t('agents.cards.totalRegistered');
    return t('agents.cards.totalText', { count: totals.waiting });
  }
}

/** All locations that monitors can be checked from, with their active agents. */
function MonitoringLocations({ locations }: { locations: AvailableLocations }) {
  const { t } = useTranslation();
  return (
    <Section title={t('agents.locations.title')}>
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 3 }} borderTopWidth="1px" px="4" py="3" gap="3">
        {locations.map(({ countryCode, agentCount }) => (
          <li key={countryCode}>
            <Text as="div" fontWeight="medium">
              <LocationNames codes={[countryCode]} />
            </Text>
            <Text color="text.muted" textStyle="sm">
              {agentCount > 0 ? t('agents.locations.count', { count: agentCount }) : t('agents.locations.none')}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Section>
  );
}

type DeleteAgentDialogProps = {
  /** The agent to delete; null while the dialog is closed. */
  agent: { id: string; name: string } | null;
  onClose: () => void;
  /** The element to focus after deletion, because the opener no longer exists. */
  returnTo: () => HTMLElement | null;
};

/** Confirms the permanent deletion of an agent, and shows the reason if it fails. */
function DeleteAgentDialog({ agent, onClose, returnTo }: DeleteAgentDialogProps) {
  const { t } = useTranslation();
  const { isBusy, failure, save, forget } = useSaving();
  // Kept while the dialog fades out, when `agent` is already null.
  const [shown, setShown] = useState(agent);
  if (agent && agent !== shown) setShown(agent);
  const isDeleted = useRef(false);

  function close() {
    forget();
    onClose();
  }

  async function remove(id: string) {
    isDeleted.current = await save(() => unlessDeleted(callApi(agentCalls.remove, { params: { id } })));
    if (isDeleted.current) close();
  }

  const reason = failureText(failure).reason ?? t('failure.unexpected');
  return (
    <AskDialog
      open={agent !== null}
      title={t('agents.actions.delete')}
      confirm={t('agents.actions.delete')}
      busyText={t('agents.delete.busy')}
      danger
      busy={isBusy}
      onConfirm={() => agent && void remove(agent.id)}
      dismiss={{ text: t('cancel'), onDismiss: close }}
      returnTo={() => (isDeleted.current ? returnTo() : null)}
    >
      {failure !== null && (
        <Box mb="4">
          <Notice kind="error">{t('agents.delete.failed', { reason })}</Notice>
        </Box>
      )}
      <Text overflowWrap="anywhere">{t('agents.delete.text', { name: shown?.name })}</Text>
      <Text mt="2" color="text.muted">
        {t('agents.delete.hint')}
      </Text>
    </AskDialog>
  );
}
