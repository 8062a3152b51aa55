import { monitorSchema } from '@farwatch/core/documents/monitor';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { useMonitorIncidentView, useRange } from '../../domain/incidents/incident-view.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { useDocument } from '../../lib/live/firestore-listeners.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import { isJustSaved } from '../../lib/navigation/navigation-state.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useSession } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LiveNotices } from '../../ui/feedback/page-notices.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BackToMonitors } from '../../ui/navigation/links.tsx';
import { MonitorView } from './monitor-view.tsx';
import { pageState } from './page-state.ts';

/** /monitor/{id}, from the account's live monitors. */
export default function MonitorPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const live = useMonitors();
  const nowMs = useNow(5 * SECOND_MS);
  const { state } = useLocation();
  const [view] = useMonitorIncidentView();
  const monitor = live.data?.items.find((each) => each.id === id);
  useElsewhere(live.data && !monitor ? id : undefined);
  // Loaded together with the monitor and before it is shown, so that the content below does not jump.
  const incidents = useIncidents(useRange(view), useNow(MINUTE_MS));
  const shown = pageState({
    areMonitorsLoaded: live.data !== undefined,
    hasFailed: live.error !== undefined,
    isFound: monitor !== undefined,
    isJustSaved: isJustSaved(state, nowMs),
    areIncidentsLoaded: incidents.data !== undefined || incidents.error !== undefined,
  });
  return (
    <>
      <LiveNotices live={live} />
      {monitor && shown === 'monitor' ? (
        <MonitorView key={monitor.id} monitor={monitor} nowMs={nowMs} />
      ) : (
        <BackToMonitors />
      )}
      {shown === 'not-found' && <NotFound />}
      {shown === 'failed' && <FailureNotice title={t('monitor.loadFailed')} failure={live.error} />}
      {shown === 'loading' && <Loading />}
    </>
  );
}

/** Opens the monitor in the account that it belongs to, if the person belongs to it, too. */
function useElsewhere(id: string | undefined): void {
  const session = useSession();
  const hasOthers = session.state === 'verified' && Object.keys(session.memberOf).length > 0;
  useDocument('monitors', hasOthers && id !== undefined ? id : null, monitorSchema);
}

function NotFound() {
  const { t } = useTranslation();
  useTitle(t('monitor.goneTitle'));
  return (
    <Panel>
      <EmptyState isPage title={t('monitor.gone')} />
    </Panel>
  );
}
