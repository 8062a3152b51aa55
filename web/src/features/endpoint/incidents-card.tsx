import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/stat-card.tsx';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';

/** How many incidents the endpoint had, from the listener that all incident lists share. */
export function IncidentsCard({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const { data, error } = useIncidents('24h', useNow(MINUTE_MS));
  const own = data?.items.filter((incident) => incident.endpointId === endpointId);
  const active = own?.filter((incident) => incident.status === 'active').length ?? 0;
  const known =
    active > 0 ? t('endpoint.cards.incidentsActive', { count: active }) : t('endpoint.cards.incidentsQuiet');
  const unknown = error ? t('endpoint.cards.incidentsFailed') : t('noValue');
  return (
    <StatCard title={t('endpoint.cards.incidents')} value={own?.length ?? t('noValue')} text={own ? known : unknown} />
  );
}
