import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import {
  type MonitorContent,
  type MonitorInput,
  type MonitorVersion,
  monitorCalls,
} from '@farwatch/core/contracts/api/monitors';
import { monitorVersion } from '@farwatch/core/decisions/monitors/monitor-content';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { DeleteMonitorDialog } from '../../domain/delete-monitor-dialog.tsx';
import { ManagedNotice } from '../../domain/managed/managed-notice.tsx';
import { callApi } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency-key.ts';
import { useSaving } from '../../lib/api/use-saving.ts';
import { deletions } from '../../lib/deletion/deletions.ts';
import { useDeletionMessage } from '../../lib/deletion/message.ts';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useStoredEndpoints } from '../../lib/live/stored-endpoints.ts';
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { COPY_QUERY, copyMonitorPath, monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { currentMs } from '../../lib/time/now.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BackToMonitors, ButtonLink } from '../../ui/navigation/links.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';
import { copyOf, heartbeatUrls } from './draft.ts';
import { MonitorForm } from './monitor-form.tsx';

/** /monitor/new, also with the settings of another monitor, and /monitor/{id}/edit. */
export default function FormPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const [params] = useSearchParams();
  const copied = params.get(COPY_QUERY);
  const title = id ? t('form.editTitle') : t('form.createTitle');
  useTitle(title);
  const { data: account } = useMonitors();
  const copyFrom = (stored: MonitorVersion) =>
    copyOf(stored, t('form.copyName', { name: stored.name }), new Set(heartbeatUrls(account?.items ?? [])));
  return (
    <>
      <BackToMonitors />
      <PageHeader title={title} />
      <Box maxW="800px">
        {id ? (
          <Stored key={id} id={id}>
            {(stored) => <EditMonitor monitorId={id} stored={stored} />}
          </Stored>
        ) : copied ? (
          <Stored key={copied} id={copied}>
            {(stored) => <CreateMonitor initial={copyFrom(stored)} />}
          </Stored>
        ) : (
          <CreateMonitor />
        )}
      </Box>
    </>
  );
}

/** Shows what `children` make of a stored monitor, once it is read. */
function Stored({ id, children }: { id: string; children: (stored: MonitorVersion) => ReactNode }) {
  const { t } = useTranslation();
  const live = useMonitors();
  const monitor = live.data?.items.find((each) => each.id === id);
  const { data: endpoints, error } = useStoredEndpoints(id, monitor);
  // A snapshot: the form must not change during editing, nor disappear when the user deletes the monitor.
  const [opened, setOpened] = useState<MonitorVersion | null>(null);
  if (!opened && monitor && endpoints) setOpened(monitorVersion(monitor, endpoints));
  if (opened) return children(opened);
  if (live.data && !monitor) {
    return (
      <Panel>
        <EmptyState title={t('monitor.gone')} />
      </Panel>
    );
  }
  const failure = error ?? (live.data ? undefined : live.error);
  if (failure) return <FailureNotice title={t('monitor.loadFailed')} failure={failure} />;
  return <Loading />;
}

/** Creates a monitor and opens its page. */
function CreateMonitor({ initial }: { initial?: MonitorContent }) {
  const navigate = useNavigate();
  const [createdId, setCreatedId] = useState<string | null>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  async function create(values: MonitorInput, version: number) {
    const { id } = await callApi(monitorCalls.create, { body: { ...values, idempotencyKey, version } });
    setCreatedId(id);
  }
  // This runs in an effect and not right after the call: a user who has already left the form must not be redirected.
  useEffect(() => {
    if (createdId === null) return;
    const state: NavigationState = { savedAtMs: currentMs() };
    void navigate(monitorPath(createdId), { replace: true, state });
  }, [createdId, navigate]);
  return (
    <MonitorForm
      monitorId={null}
      stored={null}
      {...(initial && { initial })}
      onSave={create}
      onCancel={() => void navigate(lastAddressOf(PATHS.monitors))}
      isFinished={createdId !== null}
    />
  );
}

type EditMonitorProps = { monitorId: string; stored: MonitorVersion };

/** The outcome of a save or deletion. */
type Outcome = {
  kind: 'updated' | 'merged' | 'deleted';
  /** The monitor's id, which is a new one if the monitor was created again. */
  id: string;
};

/** Edits a monitor in its state when the page was opened, or deletes it. */
function EditMonitor({ monitorId, stored }: EditMonitorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { undoable } = useDeletionMessage();
  const [unsaved, setUnsaved] = useState<MonitorInput | null>(null);
  const managed = useMonitors().data?.items.find(({ id }) => id === monitorId)?.managed ?? null;
  async function save(values: MonitorInput, version: number, includesOthers: boolean) {
    try {
      await callApi(monitorCalls.replace, { params: { id: monitorId }, body: { ...values, version } });
      setOutcome({ kind: includesOthers ? 'merged' : 'updated', id: monitorId });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'not_found') setUnsaved(values);
      else throw failure;
    }
  }
  return (
    <>
      <ManagedNotice monitorId={monitorId} managed={managed} />
      <MonitorForm
        monitorId={monitorId}
        stored={stored}
        onSave={save}
        onCancel={() => void navigate(lastAddressOf(monitorPath(monitorId)))}
        isFinished={outcome !== null}
      >
        <CopyZone monitorId={monitorId} />
        <DangerZone
          monitorId={monitorId}
          name={stored.name}
          onDeleted={() => setOutcome({ kind: 'deleted', id: monitorId })}
          onRestored={() => setOutcome(null)}
        />
      </MonitorForm>
      <MonitorDeletedDialog
        name={stored.name}
        values={unsaved}
        onCreated={(id) => {
          setUnsaved(null);
          setOutcome({ kind: 'updated', id });
        }}
        onDismiss={() => setUnsaved(null)}
      />
      <AskDialog
        open={outcome !== null && outcome.kind !== 'deleted'}
        title={t('form.updated')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(monitorPath(outcome?.id ?? monitorId)))}
      >
        {t('form.updatedText')} {outcome?.kind === 'merged' && t('form.merge.kept')}
      </AskDialog>
      <AskDialog
        open={outcome?.kind === 'deleted'}
        title={t('form.deleted')}
        confirm={t('confirm')}
        onConfirm={() => void navigate(lastAddressOf(PATHS.monitors))}
      >
        <Flex align="center" columnGap="3" wrap="wrap">
          {t('form.deletedText', { name: stored.name })}
          {undoable && (
            <Button variant="outline" size="sm" onClick={deletions.undo}>
              {t('form.undoDelete')}
            </Button>
          )}
        </Flex>
      </AskDialog>
    </>
  );
}

/** Leads to the form of a new monitor with the same settings. */
function CopyZone({ monitorId }: { monitorId: string }) {
  const { t } = useTranslation();
  return (
    <Panel as="section" p={{ base: '4', sm: '6' }}>
      <Flex align="center" justify="space-between" gap="4" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.copyTitle')}
          </Heading>
          <Text color="text.muted">{t('form.copyText')}</Text>
        </Flex>
        <ButtonLink to={copyMonitorPath(monitorId)} variant="outline">
          {t('form.copy')}
        </ButtonLink>
      </Flex>
    </Panel>
  );
}

type DangerZoneProps = { monitorId: string; name: string; onDeleted: () => void; onRestored: () => void };

/** Deletes the monitor after a confirmation. */
function DangerZone(props: DangerZoneProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Panel as="section" p={{ base: '4', sm: '6' }} borderColor="danger" display="flex" flexDirection="column" gap="3">
      <Flex align="center" justify="space-between" gap="4" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.danger')}
          </Heading>
          <Text color="text.muted">{t('form.dangerText')}</Text>
        </Flex>
        <Button variant="outline" colorPalette="danger" onClick={() => setConfirming(true)}>
          {t('form.delete')}
        </Button>
      </Flex>
      {isConfirming && <DeleteMonitorDialog {...props} onClose={() => setConfirming(false)} />}
    </Panel>
  );
}

type MonitorDeletedDialogProps = {
  name: string;
  /** The values that could not be saved; null while the monitor exists. */
  values: MonitorInput | null;
  /** Called with the id of the monitor created in its place. */
  onCreated: (id: string) => void;
  onDismiss: () => void;
};

/** Shown if the monitor was deleted elsewhere: creates a new one from the form's content, or keeps it in the form. */
function MonitorDeletedDialog({ name, values, onCreated, onDismiss }: MonitorDeletedDialogProps) {
  const { t } = useTranslation();
  const { isBusy, failure, save } = useSaving();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const create = (body: MonitorInput) =>
    save(async () => {
      const { id } = await callApi(monitorCalls.create, { body: { ...body, idempotencyKey } });
      onCreated(id);
    });
  return (
    <AskDialog
      open={values !== null}
      title={t('form.merge.goneTitle')}
      confirm={t('form.merge.createAgain')}
      busy={isBusy}
      onConfirm={() => values && void create(values)}
      dismiss={{ text: t('form.merge.back'), onDismiss }}
    >
      <Flex direction="column" gap="3">
        {failure !== null && <FailureNotice title={t('form.errors.createFailed')} failure={failure} />}
        <Text>{t('form.merge.gone', { name })}</Text>
        <Text color="text.muted">{t('form.merge.goneHint')}</Text>
      </Flex>
    </AskDialog>
  );
}
