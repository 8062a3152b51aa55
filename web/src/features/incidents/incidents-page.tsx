import { MINUTE_MS } from '@farwatch/core/values/time';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { LiveNotices } from '../../components/feedback/page-notices.tsx';
import { IncidentDialog } from '../../components/incidents/incident-dialog.tsx';
import { IncidentList } from '../../components/incidents/incident-list.tsx';
import { IncidentTabs } from '../../components/incidents/incident-tabs.tsx';
import { useIncidentView, useRange } from '../../components/incidents/incident-view.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useServerClock } from '../../lib/api/queries.ts';
import { useIncidents } from '../../lib/live/incidents.ts';
import { openedHere, wasOpenedHere } from '../../lib/navigation/navigation-state.ts';
import { INCIDENT_QUERY } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { useNow } from '../../lib/time/now.ts';
import { DowntimeLine } from './downtime-line.tsx';
import { MoreFilters } from './more-filters.tsx';

/** /incidents: the account's incidents of a time range, live. The filters are in the address. */
export default function IncidentsPage() {
  const { t } = useTranslation();
  useTitle(t('incidents.title'));
  useServerClock();
  const [view, setView] = useIncidentView();
  const live = useIncidents(useRange(view), useNow(MINUTE_MS));
  const { id, open, close } = useOpenIncident();
  const failed = live.error !== undefined && live.data === undefined;
  return (
    <>
      <PageHeader title={t('incidents.title')} subtitle={t('incidents.subtitle')} />
      <IncidentTabs />
      {failed && <FailureNotice title={t('incidents.loadFailed')} failure={live.error} />}
      <LiveNotices live={live} />
      {!failed && (
        <Panel overflow="clip">
          <IncidentList
            incidents={live.data}
            view={view}
            onView={setView}
            onOpen={(incident) => open(incident.id)}
            label={t('incidents.title')}
            above={(selected) => (
              <>
                <MoreFilters view={view} onView={setView} incidents={live.data?.items ?? []} />
                <DowntimeLine view={view} incidents={selected} isCut={live.data?.truncated === true} />
              </>
            )}
          />
        </Panel>
      )}
      <IncidentDialog id={id} known={live.data?.items ?? []} onClose={close} />
    </>
  );
}

/**
 * The incident whose dialog the address opens, if any, and functions to open and close it. Opening adds to the history,
 * so that Back closes the dialog; if the page was opened with it, closing stays on the page.
 */
function useOpenIncident(): { id: string | null; open: (id: string) => void; close: () => void } {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const closedAt = useRef<string>(null);
  const id = new URLSearchParams(search).get(INCIDENT_QUERY);

  // The browser's Forward returns to the same history entry.
  useEffect(() => {
    if (id === null) closedAt.current = null;
  }, [id]);

  function open(opened: string) {
    const query = new URLSearchParams(search);
    query.set(INCIDENT_QUERY, opened);
    void navigate(`${pathname}?${query}`, { state: openedHere(), preventScrollReset: true });
  }

  function close() {
    // A second key press before the address changes would go back twice.
    if (id === null || closedAt.current === key) return;
    closedAt.current = key;
    if (wasOpenedHere(state)) return void navigate(-1);
    const query = new URLSearchParams(search);
    query.delete(INCIDENT_QUERY);
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true });
  }

  return { id: id || null, open, close };
}
