import { Flex, Grid } from '@chakra-ui/react';
import { displayedUptime, type MonitorMetrics } from '@farwatch/core/decisions/status/availability';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../components/layout/stat-card.tsx';
import { StatusLabel } from '../../components/status/status.tsx';
import { LastCheck } from '../../components/text/last-check.tsx';
import { TextWithParts } from '../../components/text/text-with-parts.tsx';
import { formatDuration } from '../../lib/format/durations.ts';
import { percent } from '../../lib/format/numbers.ts';

type Props = {
  metrics: MonitorMetrics;
  endpointCount: number;
  /** Between two checks of an endpoint; null while unknown. */
  intervalSec: number | null;
  lastCheckMs: number | null;
  /** Whether all endpoints are heartbeats, which have schedules of their own. */
  isPinged: boolean;
  /** Whether the time of the last check may still come. */
  isLoading: boolean;
};

export function MonitorCards({ metrics, endpointCount, intervalSec, lastCheckMs, isPinged, isLoading }: Props) {
  const { t } = useTranslation();
  const uptime = displayedUptime(metrics);
  const withoutStatus = metrics.endpointsPending + metrics.endpointsUnknown;
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', sm: '3fr 2fr 2fr', lg: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      <StatCard
        title={t('monitor.cards.status')}
        value={
          <Flex wrap="wrap" columnGap="5">
            <Count value={metrics.endpointsUp} look="up" text={t('monitor.cards.up')} />
            <Count value={metrics.endpointsDown} look="down" text={t('monitor.cards.down')} />
          </Flex>
        }
        text={[
          metrics.endpointsPartial > 0 && t('monitor.cards.partial', { count: metrics.endpointsPartial }),
          withoutStatus > 0 && t('monitor.cards.pending', { count: withoutStatus }),
          metrics.endpointsPaused > 0 && t('monitor.cards.paused', { count: metrics.endpointsPaused }),
          withoutStatus === 0 && uptime !== null && t('monitor.cards.uptime', { value: percent(uptime) }),
          withoutStatus === 0 && uptime === null && t('monitor.cards.tooNew'),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <StatCard title={t('monitor.cards.endpoints')} value={endpointCount} text={t('monitor.cards.onWatchlist')} />
      <StatCard
        title={t('monitor.cards.interval')}
        {...intervalValue(isPinged ? null : intervalSec, t)}
        text={
          isPinged ? (
            t('monitor.cards.byJobs')
          ) : (
            <TextWithParts
              text={t('monitor.cards.lastCheck')}
              parts={{ ago: <LastCheck atMs={lastCheckMs} isLoading={isLoading} /> }}
            />
          )
        }
      />
    </Grid>
  );
}

function Count({ value, look, text }: { value: number; look: 'up' | 'down'; text: string }) {
  return (
    <Flex align="baseline" gap="2">
      {value}
      <Flex as="span" textStyle="md" fontWeight="normal" color={value > 0 ? 'text' : 'text.muted'}>
        {value > 0 ? <StatusLabel look={look} text={text} /> : text}
      </Flex>
    </Flex>
  );
}

/** Minutes, as everywhere in the app; what is less in seconds. */
function intervalValue(intervalSec: number | null, t: TFunction): { value: ReactNode; unit?: string } {
  if (intervalSec === null) return { value: t('noValue') };
  const mins = (intervalSec * SECOND_MS) / MINUTE_MS;
  return mins < 1
    ? { value: formatDuration(intervalSec * SECOND_MS, t) }
    : { value: mins, unit: t('monitor.cards.mins') };
}
