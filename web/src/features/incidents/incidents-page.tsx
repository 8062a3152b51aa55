import { INCIDENT_RANGES, type IncidentRange } from '@farwatch/core/incidents/select-incidents';
import { MINUTE_MS } from '@farwatch/core/time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Choice } from '../../components/form/choice.tsx';
import { IncidentTable } from '../../components/incidents/incident-table.tsx';
import { LiveNotices } from '../../components/live-notices.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useIncidents, withinRange } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';
import { useTitle } from '../../lib/use-title.ts';

const RANGES = Object.keys(INCIDENT_RANGES).filter((key): key is IncidentRange => key in INCIDENT_RANGES);

/** /incidents (spec 2): the account's incidents of a time range, live. */
export default function IncidentsPage() {
  const { t } = useTranslation();
  useTitle(t('incidents.title'));
  const [range, setRange] = useState<IncidentRange>('24h');
  const nowMs = useNow(MINUTE_MS);
  const live = useIncidents(range, nowMs);
  return (
    <>
      <PageHeader
        title={t('incidents.title')}
        subtitle={t('incidents.subtitle')}
        actions={
          <Choice
            label={t('incidents.range')}
            value={range}
            options={RANGES.map((value) => ({ value, label: t(`incidents.ranges.${value}`) }))}
            onChoose={setRange}
          />
        }
      />
      {live.error && !live.data && <FailureNotice failure={live.error} fallback="incidents.loadFailed" />}
      <LiveNotices live={live} />
      {live.data && (
        <Panel overflow="hidden">
          <IncidentTable incidents={withinRange(live.data.items, range, nowMs)} label={t('incidents.title')} />
        </Panel>
      )}
      {!live.data && !live.error && <Loading />}
    </>
  );
}
