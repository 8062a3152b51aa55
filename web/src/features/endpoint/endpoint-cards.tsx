import { SimpleGrid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/stat-card.tsx';
import { durationParts } from '../../lib/format/duration.ts';
import { AvailabilityCard } from './availability-card.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';
import type { EndpointFigures } from './endpoint-figures.ts';
import { IncidentsCard } from './incidents-card.tsx';
import { StatusCard } from './status-card.tsx';

/** The four cards of an endpoint. */
export function EndpointCards({ facts, figures }: { facts: EndpointFacts; figures: EndpointFigures }) {
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, xl: 4 }} gap={{ base: '3', md: '4' }}>
      <StatusCard facts={facts} />
      <AvailabilityCard figures={figures} />
      <DowntimeCard figures={figures} />
      <IncidentsCard endpointId={facts.id} />
    </SimpleGrid>
  );
}

function DowntimeCard({ figures: { downMs, outages } }: { figures: EndpointFigures }) {
  const { t } = useTranslation();
  const parts = durationParts(downMs).map(({ unit, count }) => t(`time.${unit}`, { count }));
  return (
    <StatCard
      title={t('endpoint.cards.downtime')}
      value={downMs > 0 ? parts.join(' ') : t('endpoint.cards.noDowntime')}
      text={outages > 0 ? t('endpoint.cards.outages', { count: outages }) : t('endpoint.cards.noOutages')}
    />
  );
}
