import { Box, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { EndpointRange } from '@farwatch/core/contracts/api/history';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../../../components/layout/stat-card.tsx';
import { formatDuration } from '../../../lib/format/durations.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { type Change, compareTotals } from './compare.ts';

/** The coverage from which a range counts as fully covered, as for the last 24 hours. */
const FULL_COVERAGE = 0.99;

/** Uptime and outages of the range, each compared with the range before. */
export function RangeCards({ data: { totals, before } }: { data: EndpointRange }) {
  const { t } = useTranslation();
  const changes = compareTotals(totals, before);
  const { uptime, coverage, knownSec, downtimeSec, outages, mttrSec, mtbfSec } = totals;
  const duration = (sec: number) => formatDuration(sec * SECOND_MS, t);
  const inPoints = (by: number) => t('endpointRange.change.points', { value: by.toFixed(2) });
  const perOutage = (sec: number | null) => (sec === null ? t('noValue') : duration(toWholeDays(sec)));
  const isUnknown = uptime === null;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 3, xl: 5 }} gap={{ base: '3', md: '4' }}>
      <Box display="grid" gridColumn={{ sm: 'span 2', xl: 'auto' }}>
        <Card
          title={t('endpointRange.cards.uptime')}
          value={isUnknown ? t('noValue') : t('endpoint.cards.percent', { value: percent(uptime) })}
          text={coverageText()}
          change={changes.uptime}
          by={inPoints}
        />
      </Box>
      <Card
        title={t('endpointRange.cards.downtime')}
        value={isUnknown ? t('noValue') : downtimeSec > 0 ? duration(downtimeSec) : t('endpoint.cards.noDowntime')}
        text={
          isUnknown ? t('endpointRange.cards.unknown') : t('endpointRange.cards.ofKnown', { time: duration(knownSec) })
        }
        change={changes.downtime}
        by={duration}
      />
      <Card
        title={t('endpointRange.cards.outages')}
        value={isUnknown ? t('noValue') : outages}
        text={t('endpointRange.cards.anyOutage')}
        change={changes.outages}
        by={(count) => t('endpointRange.change.outages', { count })}
      />
      <Card
        title={t('endpointRange.cards.mttr')}
        value={perOutage(mttrSec)}
        text={t(mttrSec === null ? 'endpointRange.cards.noOutage' : 'endpointRange.cards.perOutage')}
        change={changes.mttr}
        by={duration}
      />
      <Card
        title={t('endpointRange.cards.mtbf')}
        value={perOutage(mtbfSec)}
        text={t(mtbfSec === null ? 'endpointRange.cards.noOutage' : 'endpointRange.cards.betweenOutages')}
        change={changes.mtbf}
        by={duration}
      />
    </SimpleGrid>
  );

  function coverageText() {
    if (isUnknown) return t('endpointRange.cards.unknown');
    if (coverage >= FULL_COVERAGE) return t('endpointRange.cards.allKnown');
    return t('endpoint.cards.coverage', { value: Math.floor(coverage * 100) });
  }
}

/** From 10 days on, without the hours, for which a card has no space. */
function toWholeDays(sec: number): number {
  const daySec = DAY_MS / SECOND_MS;
  return sec < 10 * daySec ? sec : Math.floor(sec / daySec) * daySec;
}

type CardProps = {
  title: string;
  value: ReactNode;
  text: string;
  change: Change | null;
  /** Writes how much it changed. */
  by: (amount: number) => string;
};

function Card({ title, value, text, change, by }: CardProps) {
  return (
    <StatCard
      title={title}
      value={value}
      text={
        <>
          {text}
          {change && <ChangeText change={change} by={by(change.by)} />}
        </>
      }
    />
  );
}

const LOOKS = {
  better: { icon: ArrowUpRight, color: 'status.up' },
  worse: { icon: ArrowDownRight, color: 'status.down' },
  same: { icon: Equal, color: 'text.muted' },
} as const;

function ChangeText({ change: { direction }, by }: { change: Change; by: string }) {
  const { t } = useTranslation();
  const { icon: Icon, color } = LOOKS[direction];
  return (
    <Flex align="center" gap="1" mt="0.5">
      <Box color={color} flexShrink="0" aria-hidden="true">
        <Icon size={16} strokeWidth={2.5} />
      </Box>
      <Text as="span" color="text">
        {t(`endpointRange.change.${direction}`, { by })}
      </Text>
    </Flex>
  );
}
