import { Box, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import type { AgentAvailability } from '@farwatch/core/contracts/api/agent-metrics';
import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { uptimeLevel } from '@farwatch/core/values/levels';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { ChartBoundary } from '../../../components/chart/chart-boundary.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { createPart } from '../../../components/feedback/lazy-part.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { StatCard } from '../../../components/layout/stat-card.tsx';
import { LEVEL_LOOKS } from '../../../components/status/looks.ts';
import { StatusShape } from '../../../components/status/status.tsx';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { gmtOffset } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useNow } from '../../../lib/time/now.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { UptimeDay } from './chart-days.ts';
import { UptimeDetails } from './uptime-details.tsx';

type Props = { agentId: string; shown: boolean };

/** The agent's uptime over the last thirty days of the viewer's zone. */
export function Availability({ agentId, shown }: Props) {
  const input = shown ? { params: { id: agentId } } : null;
  const { data, error, mutate } = useApi(agentCalls.availability, input, POLL_MS);
  const failure = useVisibleFailure(data, error);
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {failure !== undefined && <LoadFailure failure={failure} onRetry={() => void mutate()} />}
      {data ? <UptimeMetrics agentId={agentId} data={data} /> : error === undefined && <Loading />}
    </Flex>
  );
}

function UptimeMetrics({ agentId, data }: { agentId: string; data: AgentAvailability }) {
  const { t } = useTranslation();
  const days = data.dailyAvailability;
  if (days.every(({ uptime }) => uptime === null)) {
    return (
      <Panel>
        <EmptyState title={t('agent.uptime.empty')} hint={t('agent.uptime.emptyHint')} />
      </Panel>
    );
  }
  return (
    <>
      <UptimeCards data={data} />
      <DailyUptime days={days} />
      <UptimeDetails agentId={agentId} days={days} />
    </>
  );
}

/** Today's uptime and the average of thirty days. */
function UptimeCards({ data: { todayUptime, averageUptime } }: { data: AgentAvailability }) {
  const { t } = useTranslation();
  const zone = gmtOffset(useNow(MINUTE_MS), useLanguage());
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap={{ base: '3', md: '4' }}>
      <UptimeCard title={t('agent.uptime.today')} uptime={todayUptime} text={t('agent.uptime.todayText', { zone })} />
      <UptimeCard title={t('agent.uptime.average')} uptime={averageUptime} text={t('agent.uptime.averageText')} />
    </SimpleGrid>
  );
}

function UptimeCard({ title, uptime, text }: { title: string; uptime: number | null; text: string }) {
  const { t } = useTranslation();
  const look = uptime === null ? 'none' : LEVEL_LOOKS[uptimeLevel(uptime)];
  return (
    <StatCard
      title={title}
      value={
        <Flex as="span" align="center" gap="3" color={uptime === null ? 'text' : `status.${look}`}>
          <StatusShape look={look} size={20} />
          {uptime === null ? t('none') : t('agent.uptime.percent', { value: percentToTenth(uptime) })}
        </Flex>
      }
      text={
        <>
          {text}
          <Box h="1.5" mt="2" borderRadius="full" bg="surface.sunken" overflow="hidden" aria-hidden="true">
            <Box h="full" bg={`status.${look}`} style={{ width: `${uptime ?? 0}%` }} />
          </Box>
        </>
      }
    />
  );
}

const useChart = createPart(() => import('./uptime-chart.tsx'));

/** The uptime of each day as a chart; the table below it has the same values. */
function DailyUptime({ days }: { days: readonly UptimeDay[] }) {
  const { t } = useTranslation();
  const zone = gmtOffset(useNow(MINUTE_MS), useLanguage());
  const { Part, isMissing } = useChart();
  const unavailable = <Notice kind="info">{t('agent.uptime.unavailable')}</Notice>;
  return (
    <Section
      title={t('agent.uptime.chart')}
      aside={
        <Text as="span" textStyle="sm" color="text.muted">
          {t('agent.uptime.zone', { offset: zone })}
        </Text>
      }
    >
      <Box px="4" pb="4">
        {isMissing ? (
          unavailable
        ) : (
          <ChartBoundary fallback={unavailable}>
            <Box h="248px">{Part && <Part days={days} />}</Box>
          </ChartBoundary>
        )}
      </Box>
    </Section>
  );
}
