import { endpointSchema } from '@farwatch/core/documents/endpoint';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { BackToMonitors } from '../../components/navigation/links.tsx';
import { useMonitors } from '../../lib/live/account.ts';
import { isRefused, useDocument } from '../../lib/live/firestore-listeners.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { endpointFromMonitors } from './endpoint-details.ts';
import { EndpointView } from './endpoint-view.tsx';

export default function EndpointPage() {
  const { id = '' } = useParams();
  return <EndpointOf key={id} id={id} />;
}

/** Shows the endpoint's data from the shell's monitors until its own document has loaded. */
function EndpointOf({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = useDocument('endpoints', id, endpointSchema);
  const monitors = useMonitors().data?.items ?? [];
  const endpoint = data === undefined ? endpointFromMonitors(monitors, id) : data;
  useTitle(endpoint?.name ?? '');
  if (endpoint) {
    return (
      <>
        {error && <Notice kind="info">{t('live.interrupted')}</Notice>}
        <EndpointView endpoint={endpoint} monitor={monitors.find((each) => each.id === endpoint.monitorId)} />
      </>
    );
  }
  const isMissing = data === null || isRefused(error);
  return (
    <>
      <BackToMonitors />
      {isMissing && (
        <Panel>
          <EmptyState isPage title={t('endpoint.gone')} />
        </Panel>
      )}
      {!isMissing && error && <FailureNotice title={t('endpoint.loadFailed')} failure={error} />}
      {!isMissing && !error && <Loading />}
    </>
  );
}
