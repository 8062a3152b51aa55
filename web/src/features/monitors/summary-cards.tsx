import { SimpleGrid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/layout/stat-card.tsx';
import { StatusLabel } from '../../components/status/status.tsx';
import { LastCheck } from '../../components/text/last-check.tsx';
import { TextWithParts } from '../../components/text/text-with-parts.tsx';
import type { CheckRate } from '../../lib/live/check-rate.ts';
import type { totalsOf } from './monitor-row.ts';

type Props = {
  totals: ReturnType<typeof totalsOf>;
  maxEndpoints: number;
  checkRate: CheckRate;
  /** Whether the time of the last check may still come. */
  isLoading: boolean;
};

export function SummaryCards({ totals, maxEndpoints, checkRate, isLoading }: Props) {
  const { t } = useTranslation();
  const { monitors, up, down, endpoints } = totals;
  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap={{ base: '3', md: '4' }}>
      <StatCard
        title={t('monitors.cards.monitors')}
        value={monitors}
        text={
          <>
            <Text as="span" display="block">
              {t('monitors.cards.monitorsText', { up, total: monitors })}
            </Text>
            {t('monitors.cards.upNow', { count: up })}
          </>
        }
        aside={down > 0 && <StatusLabel look="down" text={t('monitors.cards.downNow', { count: down })} />}
      />
      <StatCard
        title={t('monitors.cards.endpoints')}
        value={endpoints}
        text={t('monitors.cards.endpointsText', { max: maxEndpoints })}
      />
      <StatCard
        title={t('monitors.cards.interval')}
        value={checkRate.mins ?? t('noValue')}
        unit={checkRate.mins === null ? undefined : t('monitors.cards.mins')}
        text={
          <TextWithParts
            text={t('monitors.cards.lastCheck')}
            parts={{ ago: <LastCheck atMs={checkRate.lastCheckMs} isLoading={isLoading} /> }}
          />
        }
      />
    </SimpleGrid>
  );
}
