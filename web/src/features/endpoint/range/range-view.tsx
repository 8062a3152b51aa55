import { Box, Button, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { type EndpointRange, historyCalls } from '@farwatch/core/contracts/api/history';
import { FULL_COVERAGE } from '@farwatch/core/decisions/status/availability';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import { ArrowDownRight, ArrowUpRight, Equal, ZoomOut } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { calendarDay } from '../../../lib/format/dates.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { useNow } from '../../../lib/time/now.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { DaysForm } from '../../../ui/form/days-form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatCard } from '../../../ui/layout/stat-card.tsx';
import type { EndpointDetails } from '../endpoint-details.ts';
import { RangeCharts } from './charts.tsx';
import { type Change, compareTotals } from './compare.ts';
import { usePeriodText } from './time/period-text.ts';
import { type ChosenRange, withRange, withZoom } from './time/range-address.ts';
import { datesProblem, isAbout, LONGEST_DAYS, resolutionOf, STEP_MS, shownTime } from './time/range-time.ts';

type Props = { endpoint: EndpointDetails; chosen: ChosenRange };

/** A longer time than the last 24 hours, or an earlier one: metrics, charts, and how it compares with the time before. */
function RangeView({ endpoint, chosen }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [query, setQuery] = useQuery();
  const nowMs = useNow(STEP_MS);
  const clock = useMemo(() => wallClock(viewerZone()), []);
  const today = clock.at(nowMs).date;
  const createdOn = clock.at(endpoint.createdAt).date;
  const { dates, zoom } = chosen;
  const isWrong = dates !== null && zoom === null && datesProblem(dates, today, createdOn) !== null;
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      {dates && !zoom && (
        <DaysForm
          key={`${dates.from} ${dates.to}`}
          texts={t('endpointRange.dates', { returnObjects: true })}
          days={dates}
          areShown
          min={addDays(today, 1 - LONGEST_DAYS)}
          max={today}
          problemOf={(days) => {
            const found = datesProblem(days, today, createdOn);
            const date = calendarDay(createdOn, language);
            return found && { field: found.field, text: t(`endpointRange.dates.${found.problem}`, { date }) };
          }}
          onShow={(next) => setQuery(withRange(query, next))}
        />
      )}
      {!isWrong && (
        <RangeOf endpoint={endpoint} chosen={chosen} range={shownTime(chosen, nowMs, clock)} nowMs={nowMs} />
      )}
    </Flex>
  );
}

/** Memoized, so that it is not rendered with each tick of the page's clock. */
export default memo(RangeView);

function RangeOf({ endpoint, chosen, range, nowMs }: Props & { range: Range; nowMs: number }) {
  const { t } = useTranslation();
  const { id, createdAt, status, since } = endpoint;
  const input = {
    params: { id },
    query: {
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      resolution: resolutionOf(range, createdAt),
      timeZone: viewerZone(),
    },
  };
  // The last days are requested again when they move on, other days only while they last.
  const isRunning = (chosen.dates !== null || chosen.zoom !== null) && range.toMs > nowMs;
  const { data, error, isLoading, mutate } = useApi(historyCalls.endpoint, input, isRunning ? STEP_MS : 0);
  useOnChange(`${status} ${since}`, () => void mutate());
  const failure = useVisibleFailure(data, error);
  const head = useRef<HTMLDivElement>(null);
  const isOther = isLoading && data !== undefined && !isAbout(data, range, createdAt, nowMs);
  return (
    <>
      {failure !== undefined && (
        <FailureNotice title={t('endpointRange.loadFailed')} failure={failure} onRetry={() => void mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && (
        // The range shown before, while another one loads.
        <Flex
          direction="column"
          gap={{ base: '4', md: '6' }}
          aria-busy={isOther}
          opacity={isOther ? 0.6 : 1}
          transition="opacity 150ms"
        >
          <RangeHead data={data} chosen={chosen} head={head} />
          <RangeContent data={data} endpoint={endpoint} onZoomed={() => head.current?.focus({ preventScroll: true })} />
        </Flex>
      )}
    </>
  );
}

type HeadProps = { data: EndpointRange; chosen: ChosenRange; head: RefObject<HTMLDivElement | null> };

/** Shows the range, what it is compared with, and the way back from a part of it. */
function RangeHead({ data, chosen, head }: HeadProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const periodText = usePeriodText();
  const [fromMs, toMs] = [Date.parse(data.from), Date.parse(data.to)];
  const { name, dates, zoom } = chosen;
  // The pressed element may be gone, such as the way back, and the focus with it.
  useOnChange(data.from, (before) => {
    const isStep = Math.abs(Date.parse(before) - fromMs) <= 2 * STEP_MS;
    if (!isStep && document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  });
  return (
    <Flex
      ref={head}
      tabIndex={-1}
      outline="0"
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="4"
      rowGap="2"
      minH={{ base: '11', sm: '8' }}
    >
      <Text>
        <Text as="span" fontWeight="medium">
          {periodText.days(fromMs, toMs)}
        </Text>
        {data.before && (
          <Text as="span" color="text.muted">
            {' '}
            {t('endpointRange.comparedWith', { range: periodText.days(2 * fromMs - toMs, fromMs) })}
          </Text>
        )}
      </Text>
      {zoom && name !== '24h' && (
        <Button size="sm" variant="outline" onClick={() => setQuery(withZoom(query, null))}>
          <ZoomOut aria-hidden="true" />
          {t(`endpointRange.back.${name}`, { range: dates ? periodText.dates(dates) : '' })}
        </Button>
      )}
    </Flex>
  );
}

type ContentProps = {
  data: EndpointRange;
  endpoint: EndpointDetails;
  /** Called after a zoom, which removes the pressed element. */
  onZoomed: () => void;
};

function RangeContent({ data, endpoint, onZoomed }: ContentProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const zoomTo = useSteady((zoom: Range) => {
    setQuery(withZoom(query, zoom));
    onZoomed();
  });
  const { totals } = data;
  const isKnown = totals.knownSec + totals.maintenanceSec + totals.pausedSec > 0 || totals.checks > 0;
  if (!isKnown) {
    return (
      <Panel>
        <EmptyState title={t('endpointRange.empty')} hint={t('endpointRange.emptyHint')} />
      </Panel>
    );
  }
  return (
    <>
      <RangeCards data={data} />
      <RangeCharts data={data} url={endpoint.url} locations={endpoint.locations} onZoom={zoomTo} />
    </>
  );
}

/** Returns one function for all renderings, which calls the latest `act`: charts are drawn again for a new function. */
function useSteady<Value>(act: (value: Value) => void): (value: Value) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((value: Value) => latest.current(value), []);
}

/** Uptime and outages of the range, each compared with the range before. */
function RangeCards({ data: { totals, before } }: { data: EndpointRange }) {
  const { t } = useTranslation();
  const changes = compareTotals(totals, before);
  const { uptime, coverage, knownSec, downtimeSec, slowTimeSec, outages, mttrSec, mtbfSec } = totals;
  const duration = (sec: number) => formatDuration(sec * SECOND_MS, t);
  const inPoints = (by: number) => t('endpointRange.change.points', { count: by, value: by.toFixed(2) });
  const perOutage = (sec: number | null) => (sec === null ? t('noValue') : duration(toWholeDays(sec)));
  const isUnknown = uptime === null;
  return (
    <SimpleGrid columns={{ base: 2, lg: 3, xl: 5 }} gap={{ base: '3', md: '4' }}>
      <Box display="grid" gridColumn={{ base: 'span 2', xl: 'auto' }}>
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
        text={downtimeText()}
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

  function downtimeText() {
    if (isUnknown) return t('endpointRange.cards.unknown');
    const ofKnown = t('endpointRange.cards.ofKnown', { time: duration(knownSec) });
    return slowTimeSec === 0
      ? ofKnown
      : `${ofKnown} · ${t('endpointRange.cards.slow', { time: duration(slowTimeSec) })}`;
  }

  function coverageText() {
    if (isUnknown) return t('endpointRange.cards.unknown');
    if (coverage >= FULL_COVERAGE) return t('endpointRange.cards.allKnown');
    return t('endpoint.cards.coverage', { value: percent(coverage * 100) });
  }
}

/** Omits the hours from 10 days on, because a card has no space for them. */
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
      isNarrow
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

function ChangeText({ change: { direction, isMore }, by }: { change: Change; by: string }) {
  const { t } = useTranslation();
  const { icon: Icon, color } = LOOKS[direction];
  return (
    <Flex align="center" gap="1" mt="0.5">
      <Box color={color} flexShrink="0" aria-hidden="true">
        <Icon size={16} strokeWidth={2.5} />
      </Box>
      <Text as="span" color="text">
        {t(`endpointRange.change.${direction}`, { by: t(`endpointRange.change.${isMore ? 'more' : 'less'}`, { by }) })}
      </Text>
    </Flex>
  );
}
