import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { IncidentDialog } from '../../components/incidents/incident-dialog.tsx';
import { IncidentList } from '../../components/incidents/incident-list.tsx';
import { useAddressView } from '../../components/incidents/use-address-view.ts';
import { LiveNotices } from '../../components/live-notices.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useOpenIncident } from './use-open-incident.ts';

/** /incidents: the account's incidents of a time range, live. The filter is in the address. */
export default function IncidentsPage() {
  const { t } = useTranslation();
  useTitle(t('incidents.title'));
  const [view, setView] = useAddressView();
  const live = useIncidents(view.range, useNow(MINUTE_MS));
  const { id, open, close } = useOpenIncident();
  const failed = live.error !== undefined && live.data === undefined;
  return (
    <>
      <PageHeader title={t('incidents.title')} subtitle={t('incidents.subtitle')} />
      {failed && <FailureNotice failure={live.error} fallback="incidents.loadFailed" />}
      <LiveNotices live={live} />
      {!failed && (
        <Panel overflow="clip">
          <IncidentList
            incidents={live.data}
            view={view}
            onView={setView}
            onOpen={(incident) => open(incident.id)}
            label={t('incidents.title')}
          />
        </Panel>
      )}
      <IncidentDialog id={id} known={live.data?.items ?? []} onClose={close} />
    </>
  );
}
