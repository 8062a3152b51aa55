import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartBoundary } from '../../components/chart/chart-boundary.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { createPart } from '../../components/feedback/lazy-part.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { gmtOffset } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { type ChartHour, chartHours, isAbove, topOf } from './chart/chart-hours.ts';
import { HourTable } from './chart/hour-table.tsx';
import { Legend } from './chart/marks.tsx';
import type { Day } from './use-day.ts';

const useChart = createPart(() => import('./chart/response-chart.tsx'));

/** The response times of the last 24 hours as a chart, and on request as a table. */
export function ResponseTimes({ history: { data, error, mutate } }: { history: Day['history'] }) {
  const { t } = useTranslation();
  // The chart's code loads in parallel with its data.
  const chart = useChart();
  const failure = useVisibleFailure(data, error);
  const hours = useMemo(() => data && chartHours(data), [data]);
  return (
    <Section title={t('endpoint.chart.title')} aside={<Zone hours={hours} />}>
      <Flex direction="column" gap="4" px="4" pb="4">
        {failure !== undefined && (
          <FailureNotice title={t('endpoint.chart.loadFailed')} failure={failure} onRetry={() => void mutate()} />
        )}
        {hours ? <Chart hours={hours} chart={chart} /> : error === undefined && <Loading />}
      </Flex>
    </Section>
  );
}

function Zone({ hours }: { hours: readonly ChartHour[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const last = hours?.at(-1);
  return (
    <Text as="span" textStyle="sm" color="text.muted">
      {last && t('endpoint.chart.zone', { offset: gmtOffset(last.atMs, language) })}
    </Text>
  );
}

type ChartPart = ComponentType<{ hours: readonly ChartHour[] }>;

function Chart({ hours, chart }: { hours: readonly ChartHour[]; chart: ReturnType<typeof useChart> }) {
  const { t } = useTranslation();
  if (hours.every((hour) => hour.count === 0)) {
    return (
      <Flex direction="column" justify="center" minH="320px">
        <EmptyState title={t('endpoint.chart.empty')} hint={t('endpoint.chart.emptyHint')} />
      </Flex>
    );
  }
  if (chart.isMissing) return <TableAlone hours={hours} />;
  return (
    <ChartBoundary fallback={<TableAlone hours={hours} />}>
      <ChartAndTable hours={hours} Part={chart.Part} />
    </ChartBoundary>
  );
}

function TableAlone({ hours }: { hours: readonly ChartHour[] }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice kind="info">{t('endpoint.chart.unavailable')}</Notice>
      <Table hours={hours} />
    </>
  );
}

function Table({ hours }: { hours: readonly ChartHour[] }) {
  return (
    <Box mx="-4" mb="-4" borderTopWidth="1px">
      <HourTable hours={hours} />
    </Box>
  );
}

function ChartAndTable({ hours, Part }: { hours: readonly ChartHour[]; Part: ChartPart | null }) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <Box h="272px">{Part && <Part hours={hours} />}</Box>
      <Flex align="center" justify="space-between" columnGap="4" rowGap="3" wrap="wrap" minH="8">
        <Legend above={isAbove(hours, topOf(hours))} />
        <Button size="sm" variant="ghost" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'endpoint.chart.hideTable' : 'endpoint.chart.showTable')}
        </Button>
      </Flex>
      {asTable && <Table hours={hours} />}
    </>
  );
}
