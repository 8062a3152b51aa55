import { Box, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { EndpointRange, HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';
import { SECOND_MS } from '@farwatch/core/values/time';
import { isRunByServer } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { barStyles } from '../../../domain/hour-bars/bar-styles.ts';
import { StatusLabel, type StatusLook } from '../../../domain/status/status.tsx';
import { usePhone } from '../../../lib/browser/media.ts';
import { formatDuration } from '../../../lib/format/durations.ts';
import { percent } from '../../../lib/format/numbers.ts';
import { createPart } from '../../../ui/feedback/lazy-part.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { ChartPanel, type PanelLine } from './chart/chart-panel.tsx';
import {
  type ChartView,
  checksOf,
  highestOf,
  locationLines,
  percentileLines,
  phaseLines,
  stacked,
} from './chart/lines.ts';
import type { LineLook } from './chart/time-chart.tsx';
import { type Bar, type BarState, barsOf } from './day-bars.ts';
import { CellGrid } from './heat/cell-grid.tsx';
import { HeatMap } from './heat/heat-map.tsx';
import { usePeriodText } from './time/period-text.ts';

const useChart = createPart(() => import('./chart/time-chart.tsx'));

type Props = {
  data: EndpointRange;
  /** The endpoint's URL. */
  url: string;
  locations: readonly LocationCode[];
  onZoom: (range: Range) => void;
};

/** Uptime, response times, timings, and the hours of the week. A heartbeat has no response times. */
export function RangeCharts({ data, url, locations, onZoom }: Props) {
  // The chart's code loads in parallel with its data.
  const chart = useChart();
  const part = { points: data.points, chart, onZoom };
  return (
    <>
      <UptimeBars points={data.points} onOpen={onZoom} />
      {!isRunByServer(url) && (
        <>
          <ResponseTimes {...part} data={data} locations={locations} />
          <Timings {...part} />
          <HeatMap weekHours={data.weekHours} />
        </>
      )}
    </>
  );
}

type PartProps = {
  points: EndpointRange['points'];
  chart: ReturnType<typeof useChart>;
  onZoom: Props['onZoom'];
};

/** The styles of up to three lines, distinguished by their dashes. */
const LINE_LOOKS: readonly LineLook[] = [
  { color: 'text' },
  { color: 'phase.tls', dashes: '7 3' },
  { color: 'phase.dns', dashes: '2 3' },
];

function ResponseTimes({ points, chart, onZoom, data, locations }: PartProps & Omit<Props, 'onZoom' | 'url'>) {
  const { t } = useTranslation();
  const [view, setView] = useState<ChartView>('all');
  const codes = useMemo(
    () => orderedLocations([...locations, ...data.locations.map(({ location }) => location)]),
    [locations, data.locations],
  );
  const lines = useMemo<PanelLine[]>(() => {
    const shown =
      view === 'each'
        ? locationLines(points, codes).map((line) => ({ ...line, name: t(`locations.${line.id}`) }))
        : percentileLines(points, view).map((line) => ({ ...line, name: t(`endpointRange.chart.${line.id}`) }));
    return shown.map((line, index) => ({ ...line, look: LINE_LOOKS[index % LINE_LOOKS.length] ?? { color: 'text' } }));
  }, [points, view, codes, t]);
  const labelParts = useLabelParts();
  const checks = useMemo(() => checksOf(points, view), [points, view]);
  const hasGaps = view !== 'each' && highestOf(lines.slice(0, 1)) > 0 && highestOf(lines.slice(-1)) === 0;
  const views = ['all' as const, 'each' as const, ...codes].map((value) => ({
    value,
    label: value === 'all' || value === 'each' ? t(`endpointRange.chart.${value}`) : t(`locations.${value}`),
  }));
  return (
    <Section
      title={t('endpointRange.chart.title')}
      aside={
        codes.length > 1 && (
          <Choice label={t('endpointRange.chart.view')} value={view} options={views} onChoose={setView} />
        )
      }
    >
      <ChartPanel
        kind="lines"
        points={points}
        lines={lines}
        checks={checks}
        chart={chart}
        label={t('endpointRange.chart.label', labelParts(points, highestOf(lines)))}
        onZoom={onZoom}
      >
        {t('endpointRange.chart.zoomHint')}
        {hasGaps && ` ${t('endpointRange.chart.few')}`}
      </ChartPanel>
    </Section>
  );
}

function Timings({ points, chart, onZoom }: PartProps) {
  const { t } = useTranslation();
  const lines = useMemo<PanelLine[]>(
    () =>
      phaseLines(points)
        .filter(({ values }) => values.some((ms) => ms !== null))
        .map((line) => ({
          ...line,
          name: t(`endpoint.check.phases.${line.id}`),
          look: { color: `phase.${line.id}` },
        })),
    [points, t],
  );
  const labelParts = useLabelParts();
  if (lines.length === 0) return null;
  return (
    <Section title={t('endpointRange.timings.title')}>
      <ChartPanel
        kind="areas"
        points={points}
        lines={lines}
        chart={chart}
        label={t('endpointRange.timings.label', labelParts(points, highestOf(stacked(lines))))}
        onZoom={onZoom}
      />
    </Section>
  );
}

/** Formats what the description of a chart mentions: its first and last day, and the highest value. */
function useLabelParts() {
  const { t } = useTranslation();
  const { point: periodText } = usePeriodText();
  return (points: EndpointRange['points'], highestMs: number) => {
    const [from = '', to = ''] = [points[0], points.at(-1)].map(
      (point) => point && periodText(Date.parse(point.from), Date.parse(point.to), 'day'),
    );
    return { from, to, high: t('endpoint.ms', { value: Math.round(highestMs).toLocaleString('en') }) };
  };
}

const LOOKS: Record<BarState, StatusLook> = {
  UP: 'up',
  MIXED: 'down',
  DOWN: 'down',
  MAINTENANCE: 'maintenance',
  PAUSED: 'paused',
  'N/A': 'none',
};

/** More bars in a row would be too thin to distinguish, and to press on a phone. */
const PHONE_COLUMNS = 31;

/** The bars of the last 24 hours, as buttons. Time down is cut off at the top, at least a fifth of the bar. */
const STYLES: SystemStyleObject = {
  ...barStyles,
  display: 'grid',
  alignItems: 'end',
  gap: { base: '6px 2px', sm: '6px 3px' },
  gridAutoRows: { base: '36px', sm: '44px' },
  minWidth: '0',
  maxWidth: 'none',
  '& > button': {
    height: '75%',
    borderRadius: '2px',
    position: 'relative',
    outlineOffset: '2px',
    _before: { content: '""', position: 'absolute', insetInline: '-2px', top: '-34%', bottom: '-2px' },
    _hover: { filter: 'brightness(0.85)', _dark: { filter: 'brightness(1.25)' } },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent' },
  },
  '& > [data-state=MIXED]': { bg: 'status.up', height: '100%', overflow: 'hidden', _before: { top: '0' } },
  '& > [data-state=MIXED] > span': {
    position: 'absolute',
    insetInline: '0',
    top: '0',
    minHeight: '20%',
    bg: 'status.down',
    borderBottom: '2px solid',
    borderColor: 'surface.raised',
  },
};

type UptimeBarsProps = { points: readonly HistoryPoint[]; onOpen: (range: Range) => void };

/** Uptime by day as bars, of which each opens its day. */
function UptimeBars({ points, onOpen }: UptimeBarsProps) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const { clock, point: periodText } = usePeriodText();
  const { unit, bars } = useMemo(() => barsOf(points, clock), [points, clock]);
  const isOpened = unit !== 'hour' && bars.length > 1;
  const texts = useMemo(
    () => bars.map((bar) => ({ period: periodText(bar.fromMs, bar.toMs, unit), lines: linesOf(bar, t) })),
    [bars, unit, periodText, t],
  );
  const cells = useMemo(
    () =>
      bars.map(({ fromMs, state, downShare }, index) => {
        const name = [texts[index]?.period, ...(texts[index]?.lines ?? [])].join(', ');
        return { key: fromMs, name, state, ...(state === 'MIXED' && { share: downShare }) };
      }),
    [bars, texts],
  );
  return (
    <Section
      title={t(`endpointRange.bars.${unit}`)}
      aside={
        unit !== 'hour' && (
          <Text as="span" textStyle="sm" color="text.muted">
            {t(`endpointRange.bars.hint.${unit}`)}
          </Text>
        )
      }
    >
      <Box px="4" pb="4">
        <CellGrid
          label={t(`endpointRange.bars.${unit}`)}
          cells={cells}
          columns={Math.ceil(bars.length / (isPhone ? Math.ceil(bars.length / PHONE_COLUMNS) : 1))}
          styles={STYLES}
          start={bars.length - 1}
          tipOf={(index) => <BarTip state={bars[index]?.state} text={texts[index]} />}
          onOpen={isOpened ? (index) => open(bars[index]) : undefined}
        />
        <Ends bars={bars} unit={unit} />
      </Box>
    </Section>
  );

  function open(bar: Bar | undefined) {
    if (bar) onOpen({ fromMs: bar.fromMs, toMs: bar.toMs });
  }
}

type BarText = { period: string; lines: string[] };

/** The bar's state, uptime, downtime and slow time. */
function linesOf({ state, uptime, downtimeSec, slowTimeSec }: Bar, t: TFunction): string[] {
  const lines = [t(`endpointRange.bars.states.${state}`)];
  if (uptime !== null) lines.push(t('endpointRange.bars.uptime', { value: percent(uptime) }));
  if (downtimeSec > 0) lines.push(t('endpointRange.bars.down', { time: formatDuration(downtimeSec * SECOND_MS, t) }));
  if (slowTimeSec > 0) lines.push(t('endpointRange.bars.slow', { time: formatDuration(slowTimeSec * SECOND_MS, t) }));
  return lines;
}

function BarTip({ state, text }: { state: BarState | undefined; text: BarText | undefined }) {
  if (!state || !text) return null;
  const [status = '', ...rest] = text.lines;
  return (
    <>
      <Text color="text.muted" whiteSpace="nowrap">
        {text.period}
      </Text>
      <StatusLabel look={LOOKS[state]} text={status} />
      {rest.map((line) => (
        <Text key={line} whiteSpace="nowrap">
          {line}
        </Text>
      ))}
    </>
  );
}

/** When the first and the last bar are. */
function Ends({ bars, unit }: { bars: readonly Bar[]; unit: 'hour' | 'day' | 'week' }) {
  const { point: periodText } = usePeriodText();
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <Flex justify="space-between" gap="4" mt="2" textStyle="xs" color="text.muted" aria-hidden="true">
      <span>{periodText(first.fromMs, first.toMs, unit)}</span>
      <span>{periodText(last.fromMs, last.toMs, unit)}</span>
    </Flex>
  );
}
