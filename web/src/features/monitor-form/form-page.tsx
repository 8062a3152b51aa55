import { Box } from '@chakra-ui/react';
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
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { BackToMonitors } from '../../components/navigation/links.tsx';
import { callApi } from '../../lib/api/client.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency-key.ts';
import { lastAddressOf } from '../../lib/list/last-addresses.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useStoredEndpoints } from '../../lib/live/stored-endpoints.ts';
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { COPY_QUERY, monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { currentMs } from '../../lib/time/now.ts';
import { copyOf, heartbeatUrls } from './draft.ts';
import { EditMonitor } from './edit-monitor.tsx';
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
  const { data: endpoints, error } = useStoredEndpoints(id, monitor?.version);
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
  // In an effect, not right after the call: a user who has already left the form must not be redirected.
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
