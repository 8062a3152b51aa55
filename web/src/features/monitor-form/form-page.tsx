import { Box } from '@chakra-ui/react';
import { monitorCalls } from '@farwatch/core/api/monitors';
import { type Endpoint, endpointSchema } from '@farwatch/core/documents/endpoint';
import { LISTED } from '@farwatch/core/limits';
import { monitorText } from '@farwatch/core/monitors/monitor-text';
import { collection, type Firestore, getDocsFromServer, limit, query, where } from 'firebase/firestore';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useFirestore } from 'reactfire';
import useSWR from 'swr';
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
import { withinSilence } from '../../lib/live/listen.ts';
import { readDocument } from '../../lib/live/read-document.ts';
import type { NavigationState } from '../../lib/navigation/navigation-state.ts';
import { monitorPath, PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useUid } from '../../lib/session/session.ts';
import { currentMs } from '../../lib/time/now.ts';
import type { Saved } from './draft.ts';
import { EditMonitor } from './edit-monitor.tsx';
import { MonitorForm } from './monitor-form.tsx';

/** /monitor/new and /monitor/{id}/edit. */
export default function FormPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const title = id ? t('form.editTitle') : t('form.createTitle');
  useTitle(title);
  return (
    <>
      <BackToMonitors />
      <PageHeader title={title} />
      <Box maxW="800px">{id ? <Edit key={id} id={id} /> : <CreateMonitor />}</Box>
    </>
  );
}

function Edit({ id }: { id: string }) {
  const { t } = useTranslation();
  const live = useMonitors();
  const monitor = live.data?.items.find((each) => each.id === id);
  const { data: endpoints, error } = useStoredEndpoints(id, monitor?.version);
  // Kept as it was when opened: the form must not change while edited, nor vanish when the user deletes the monitor.
  const [opened, setOpened] = useState<ComponentProps<typeof EditMonitor> | null>(null);
  if (!opened && monitor && endpoints) setOpened({ monitorId: id, stored: monitorText(monitor, endpoints) });
  if (opened) return <EditMonitor {...opened} />;
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
function CreateMonitor() {
  const navigate = useNavigate();
  const [made, setMade] = useState<string | null>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  async function create(values: Saved, version: number) {
    const { id } = await callApi(monitorCalls.create, { body: { ...values, idempotencyKey, version } });
    setMade(id);
  }
  // In an effect, not right after the call: a user who has left the form meanwhile must not be redirected.
  useEffect(() => {
    if (made === null) return;
    const state: NavigationState = { savedAtMs: currentMs() };
    void navigate(monitorPath(made), { replace: true, state });
  }, [made, navigate]);
  return (
    <MonitorForm
      stored={null}
      onSave={create}
      onCancel={() => void navigate(lastAddressOf(PATHS.monitors))}
      settled={made !== null}
    />
  );
}

async function load(firestore: Firestore, uid: string, monitorId: string): Promise<Map<string, Endpoint>> {
  const own = query(
    collection(firestore, 'endpoints'),
    where('ownerId', '==', uid),
    where('monitorId', '==', monitorId),
    limit(LISTED.byPerson),
  );
  // Offline, the cache would return no endpoints, and saving that would delete all of them.
  const { docs } = await withinSilence(getDocsFromServer(own));
  const endpoints = docs.map((doc) => readDocument(doc, endpointSchema));
  // Saving the form would delete endpoints that could not be read.
  if (docs.length >= LISTED.byPerson) throw new Error(`${monitorId} has more endpoints than can be edited at once.`);
  if (endpoints.includes(null)) throw new Error(`An endpoint of ${monitorId} cannot be read.`);
  return new Map(endpoints.flatMap((endpoint) => (endpoint ? [[endpoint.id, endpoint] as const] : [])));
}

/**
 * A monitor's stored endpoints, by id, loaded when its form opens. `version`: the monitor's, known before the request,
 * so that the endpoints are never older and no other tab's change is missed; loads nothing while it is unknown.
 */
function useStoredEndpoints(monitorId: string, version: number | undefined) {
  const firestore = useFirestore();
  const uid = useUid();
  // Requested on each opening, because a save may have changed them since.
  const [openedMs] = useState(() => Date.now());
  return useSWR(
    uid && version !== undefined ? ['endpoints', uid, monitorId, version, openedMs] : null,
    () => load(firestore, uid ?? '', monitorId),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, dedupingInterval: 0 },
  );
}
