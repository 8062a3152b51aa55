import { Box, Text } from '@chakra-ui/react';
import { MINUTE_MS } from '@farwatch/core/time';
import { useTranslation } from 'react-i18next';
import { ChartBoundary } from '../../../components/chart/chart-boundary.tsx';
import { Notice } from '../../../components/notice.tsx';
import { createPart } from '../../../components/part.ts';
import { Section } from '../../../components/section.tsx';
import { gmtOffset } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/now.ts';
import type { UptimeDay } from './chart-days.ts';

const useChart = createPart(() => import('./uptime-chart.tsx'));

/** The uptime of each day as a chart; the table below it has the same values. */
export function DailyUptime({ days }: { days: readonly UptimeDay[] }) {
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
          <ChartBoundary instead={unavailable}>
            <Box h="248px">{Part && <Part days={days} />}</Box>
          </ChartBoundary>
        )}
      </Box>
    </Section>
  );
}
