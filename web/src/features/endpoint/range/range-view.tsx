import { Button, Flex, Text } from '@chakra-ui/react';
import { type EndpointRange, historyCalls } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { wallClock } from '@farwatch/core/values/zone';
import { ZoomOut } from 'lucide-react';
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useApi } from '../../../lib/api/use-api.ts';
import { useVisibleFailure } from '../../../lib/browser/online.ts';
import { useQuery } from '../../../lib/list/use-query.ts';
import { useNow } from '../../../lib/time/now.ts';
import { viewerZone } from '../../../lib/time/viewer-zone.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import type { EndpointDetails } from '../endpoint-details.ts';
import { RangeCharts } from './charts.tsx';
import { DatesForm } from './dates-form.tsx';
import { usePeriodText } from './period-text.ts';
import { type ChosenRange, withRange, withZoom } from './range-address.ts';
import { RangeCards } from './range-cards.tsx';
import { datesProblem, isAbout, resolutionOf, STEP_MS, shownTime } from './range-time.ts';

type Props = { endpoint: EndpointDetails; chosen: ChosenRange };

/** A longer time than the last 24 hours, or an earlier one: metrics, charts, and how it compares with the time before. */
function RangeView({ endpoint, chosen }: Props) {
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
        <DatesForm
          key={`${dates.from} ${dates.to}`}
          dates={dates}
          today={today}
          createdOn={createdOn}
          onShow={(next) => setQuery(withRange(query, next))}
        />
      )}
      {!isWrong && (
        <RangeOf endpoint={endpoint} chosen={chosen} range={shownTime(chosen, nowMs, clock)} nowMs={nowMs} />
      )}
    </Flex>
  );
}

/** Not rendered with each tick of the page's clock. */
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

/** What is shown, what it is compared with, and the way back from a part of a range. */
function RangeHead({ data, chosen, head }: HeadProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const periodText = usePeriodText();
  const [fromMs, toMs] = [Date.parse(data.from), Date.parse(data.to)];
  const { name, dates, zoom } = chosen;
  // What was pressed to get here may be gone, such as the way back, and the focus with it.
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
        <Button size="sm" variant="outline" borderColor="edge" onClick={() => setQuery(withZoom(query, null))}>
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
  /** What was pressed will be gone. */
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

/** The same function for each rendering, which calls the latest one given: charts are not drawn again for another. */
function useSteady<Value>(act: (value: Value) => void): (value: Value) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((value: Value) => latest.current(value), []);
}
