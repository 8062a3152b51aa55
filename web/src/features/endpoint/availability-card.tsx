import { Box, Text } from '@chakra-ui/react';
import type { AvailabilityRating } from '@farwatch/core/status/availability';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/stat-card.tsx';
import { StatusLabel } from '../../components/status/status-label.tsx';
import type { StatusLook } from '../../components/status/status-shape.tsx';
import { percent } from '../../lib/format/numbers.ts';
import type { EndpointFigures } from './endpoint-figures.ts';

const LOOKS: Record<AvailabilityRating, StatusLook> = {
  Healthy: 'up',
  Warning: 'partial',
  Critical: 'down',
  Unknown: 'none',
};

/** From here on the day counts as known as a whole: a minute is unknown while an agent starts. */
const WHOLE = 0.99;

/** The share of the last 24 hours that the endpoint was up, with its rating and as a bar. */
export function AvailabilityCard({ figures }: { figures: EndpointFigures }) {
  const { t } = useTranslation();
  const { availabilityPercent, coverage, isWhole, rating } = figures;
  const look = LOOKS[rating];
  return (
    <StatCard
      title={t('endpoint.cards.availability')}
      value={
        availabilityPercent === null
          ? t('noValue')
          : t('endpoint.cards.percent', { value: percent(availabilityPercent) })
      }
      aside={
        <Text as="span" textStyle="md">
          <StatusLabel look={look} text={t(`endpoint.rating.${rating}`)} />
        </Text>
      }
      text={
        <>
          {coverageText()}
          <Box h="1.5" mt="2" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
            {availabilityPercent !== null && (
              <Box h="full" bg={`status.${look}`} style={{ width: `${availabilityPercent}%` }} />
            )}
          </Box>
        </>
      }
    />
  );

  function coverageText() {
    if (coverage === 0) return t('endpoint.cards.noData');
    if (availabilityPercent === null) return t('endpoint.cards.tooNew');
    if (!isWhole) return t('endpoint.cards.sinceAdded');
    if (coverage >= WHOLE) return t('endpoint.cards.wholeDay');
    return t('endpoint.cards.coverage', { value: Math.round(coverage * 100) });
  }
}
