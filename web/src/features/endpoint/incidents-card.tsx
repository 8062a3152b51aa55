import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/stat-card.tsx';
import { useIncidents } from '../../lib/live/incidents.ts';
import { useNow } from '../../lib/now.ts';
import { incidentFigures } from './endpoint-figures.ts';

/** How many incidents the endpoint had and has, from the listener that all incident lists share. */
export function IncidentsCard({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const { data, error } = useIncidents('24h', nowMs);
  const figures = data && incidentFigures(data.items, endpointId, nowMs);
  const active = figures?.active ?? 0;
  const partial = figures?.partial ?? 0;
  const known = [
    active > 0 ? t('endpoint.cards.incidentsActive', { count: active }) : t('endpoint.cards.incidentsQuiet'),
    partial > 0 && t('endpoint.cards.incidentsPartial', { count: partial }),
  ]
    .filter(Boolean)
    .join(' · ');
  const unknown = error ? t('endpoint.cards.incidentsFailed') : t('noValue');
  return (
    <StatCard
      title={t('endpoint.cards.incidents')}
      value={figures?.begun ?? t('noValue')}
      text={figures ? known : unknown}
    />
  );
}
