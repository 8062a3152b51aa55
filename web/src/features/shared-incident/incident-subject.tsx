import { displayedPeriod } from '@farwatch/core/decisions/incidents/select-incidents';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../../components/flags/locations.tsx';
import { DetailItem, DetailList } from '../../components/layout/detail-list.tsx';
import { ExactTime, LengthOfTime } from '../../components/text/time.tsx';
import type { ShownIncident } from './shown-incident.ts';

/** What the incident is about, since when and from where; without links, which only its owner could open. */
export function IncidentSubject({ incident }: { incident: ShownIncident }) {
  const { t } = useTranslation();
  const { type, monitor, locations, downLocations, outage } = incident;
  const { fromMs, toMs } = displayedPeriod(incident);
  return (
    <DetailList>
      <DetailItem name={t('incidents.details.locations')} short>
        <LocationNames codes={locations} />
      </DetailItem>
      <DetailItem name={t('incidents.details.downLocations')} short>
        {downLocations.length > 0 ? <LocationNames codes={downLocations} /> : t('incidents.details.noLocation')}
      </DetailItem>
      <DetailItem name={t('incidents.details.start')}>
        <ExactTime atMs={fromMs} />
      </DetailItem>
      <DetailItem name={t('incidents.details.end')}>
        {toMs === null ? t('incidents.details.stillActive') : <ExactTime atMs={toMs} />}
      </DetailItem>
      <DetailItem name={t('incidents.details.duration')} short>
        <LengthOfTime fromMs={fromMs} toMs={toMs} />
      </DetailItem>
      {type === 'downtime' && (
        <DetailItem name={t('sharedIncident.outages')} short>
          {outage?.number ?? 0}
        </DetailItem>
      )}
      <DetailItem name={t('incidents.details.monitor')}>
        <bdi>{monitor.name}</bdi>
      </DetailItem>
    </DetailList>
  );
}
