import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { httpOptions } from '@farwatch/core/values/check-options';
import { SERVER_LOCATION } from '@farwatch/core/values/server-location';
import { deciderOf } from '@farwatch/core/values/url';
import { type ComponentType, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyCertificate } from '../../domain/certificate/lazy-certificate.tsx';
import { useCheckErrorText } from '../../domain/check/check-error.ts';
import { useLocationText } from '../../domain/flags/locations.tsx';
import { useVisibleFailure } from '../../lib/browser/online.ts';
import { gmtOffset } from '../../lib/format/dates.ts';
import { useLanguage, withTexts } from '../../lib/i18n/i18n.ts';
import { useQuery } from '../../lib/list/use-query.ts';
import { ChartBoundary } from '../../ui/chart/chart-boundary.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { createPart, lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useDisclosure } from '../../ui/layout/disclosure.ts';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { type ChartHour, chartHours, isAbove, topOf } from './chart/chart-hours.ts';
import { HourTable } from './chart/hour-table.tsx';
import { Legend } from './chart/marks.tsx';
import { EndpointCards } from './endpoint-cards.tsx';
import { currentFailure, type EndpointDetails } from './endpoint-details.ts';
import { endpointMetrics } from './endpoint-metrics.ts';
import { rangeIn } from './range/time/range-address.ts';
import { RangePicker } from './range/time/range-picker.tsx';
import type { Day } from './use-day.ts';

const RangeView = lazyPart(withTexts('endpoint-range', () => import('./range/range-view.tsx')));
const HeartbeatPanel = lazyPart(withTexts('heartbeat', () => import('./heartbeat/heartbeat-panel.tsx')));
const DomainPanel = lazyPart(withTexts('domain', () => import('./domain-panel.tsx')));
const SlowNotice = lazyPart(withTexts('slow', () => import('./slow-notice.tsx')));
const CheckHistory = lazyPart(withTexts('endpoint-range', () => import('./checks/check-history.tsx')));

type Props = {
  endpoint: EndpointDetails;
  /** The maintenance of the endpoint's monitor. */
  maintenance: readonly Occurrence[];
  day: Day;
  atMs: number;
};

/**
 * The last 24 hours of an endpoint, with metrics from its live document and checks from the API; or another range, with
 * all but its checks from the API.
 */
export function Overview({ endpoint, maintenance, day, atMs }: Props) {
  const { t } = useTranslation();
  const [query] = useQuery();
  const chosen = useMemo(() => rangeIn(query), [query]);
  const decider = deciderOf(endpoint.url);
  if (decider === 'registry') {
    return (
      <Flex direction="column" gap={{ base: '4', md: '6' }}>
        <FailingNotice endpoint={endpoint} />
        <Suspense fallback={<Loading />}>
          <DomainPanel endpoint={endpoint} />
        </Suspense>
      </Flex>
    );
  }
  // A heartbeat has pings and run times of its job instead of checks and response times.
  const isPinged = decider === 'pings';
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <FailingNotice endpoint={endpoint} />
      {endpoint.slow && (
        <Suspense fallback={null}>
          <SlowNotice endpoint={endpoint} since={endpoint.slow.since} />
        </Suspense>
      )}
      <WithdrawnVotesNotice endpoint={endpoint} />
      <RangePicker chosen={chosen} />
      {chosen.name === '24h' ? (
        <>
          <EndpointCards endpoint={endpoint} metrics={endpointMetrics(endpoint, maintenance, atMs)} />
          {!isPinged && <ResponseTimes history={day.history} />}
        </>
      ) : (
        <Suspense fallback={<Loading />}>
          <RangeView endpoint={endpoint} chosen={chosen} />
        </Suspense>
      )}
      {isPinged ? (
        // The pings are named by their URL, which is a secret.
        <ForEditors>
          <Suspense fallback={<Loading />}>
            <HeartbeatPanel endpointId={endpoint.id} />
          </Suspense>
        </ForEditors>
      ) : (
        <Suspense
          fallback={
            <Section title={t('endpoint.checks.title')}>
              <Loading />
            </Section>
          }
        >
          <CheckHistory endpoint={endpoint} last24h={day.checks} />
        </Suspense>
      )}
      {endpoint.certificate && (
        <Section title={t('incidents.details.certificate')}>
          <Box px="4" pb="4">
            <Suspense fallback={<Loading />}>
              <LazyCertificate certificate={endpoint.certificate} />
            </Suspense>
          </Box>
        </Section>
      )}
    </Flex>
  );
}

/** The locations where an endpoint fails now, and why. */
function FailingNotice({ endpoint }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const locationText = useLocationText();
  const failure = currentFailure(endpoint);
  if (!failure) return null;
  const { displayStatus, locations: codes, reason } = failure;
  const kind = displayStatus === 'partial' ? 'warning' : 'error';
  if (codes.length === 0) return <Notice kind={kind}>{t(`endpoint.${displayStatus}Plain`)}</Notice>;
  if (reason && codes.every((code) => code === SERVER_LOCATION))
    return <Notice kind={kind}>{errorText(reason.error, reason.statusCode)}</Notice>;
  const locations = locationText(codes);
  const text = reason
    ? t(`endpoint.${displayStatus}Because`, { reason: errorText(reason.error, reason.statusCode), locations })
    : t(`endpoint.${displayStatus}From`, { locations });
  return <Notice kind={kind}>{text}</Notice>;
}

/** The locations whose votes are withdrawn, and why. */
function WithdrawnVotesNotice({ endpoint: { locations, votes, check } }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const sentences = locations.flatMap((code) => {
    const reason = votes[code]?.withdrawn;
    const location = t(`locations.${code}`);
    if (!reason) return [];
    if (reason === 'unsupported' && httpOptions(check) !== null)
      return [{ code, text: t('endpoint.optionsUnsupported', { location }) }];
    return [{ code, text: t('endpoint.voteWithdrawn', { location, reason: t(`endpoint.localFailures.${reason}`) }) }];
  });
  if (sentences.length === 0) return null;
  return (
    <Notice kind="info">
      {sentences.map(({ code, text }) => (
        <Box key={code}>{text}</Box>
      ))}
    </Notice>
  );
}

const useChart = createPart(() => import('./chart/response-chart.tsx'));

/** The response times of the last 24 hours as a chart, and on request as a table. */
function ResponseTimes({ history: { data, error, mutate } }: { history: Day['history'] }) {
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
  const { isOpen, button, panel } = useDisclosure();
  return (
    <>
      <Box h="272px">{Part && <Part hours={hours} />}</Box>
      <Flex align="center" justify="space-between" columnGap="4" rowGap="3" wrap="wrap" minH="8">
        <Legend above={isAbove(hours, topOf(hours))} />
        <Button size="sm" variant="ghost" {...button}>
          {t(isOpen ? 'endpoint.chart.hideTable' : 'endpoint.chart.showTable')}
        </Button>
      </Flex>
      <Box {...panel}>{isOpen && <Table hours={hours} />}</Box>
    </>
  );
}
