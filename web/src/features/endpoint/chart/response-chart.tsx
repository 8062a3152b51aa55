import { Box, chakra, Grid, Text } from '@chakra-ui/react';
import { type LineCustomSvgLayerProps, ResponsiveLine } from '@nivo/line';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia, usePhone } from '../../../lib/browser/media.ts';
import { hourRange, timeOfDay } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { LINE_CHART, labelWidth, linearScale } from '../../../ui/chart/chart-theme.ts';
import { type ChartHour, hourTicks, isAbove, isolatedMedians, msTicks, scaleTopMs } from './chart-hours.ts';
import { AboveMark, FailureMark, IsolatedMark, SuccessMark } from './marks.tsx';

type Series = { id: string; data: { x: number; y: number | null }[] };

/** The width below which labels of every sixth hour touch. */
const NARROWEST = '(max-width: 359.98px)';

/** The gap between the labels of the response times and the chart. */
const LABEL_GAP_PX = 12;

/** Medians as a line, interrupted where an hour has none; the averages of successes and failures as marks. */
function ResponseChart({ hours }: { hours: readonly ChartHour[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isPhone, isNarrowest] = [usePhone(), useMedia(NARROWEST)];
  const every = isNarrowest ? 12 : isPhone ? 6 : 3;
  const ticks = msTicks(scaleTopMs(hours));
  const topMs = ticks.at(-1) ?? 1;
  const msLabel = (value: number) => t('endpoint.ms', { value: value.toLocaleString('en') });
  const times = hourTicks(hours, every, (atMs) => new Date(atMs).getHours());
  const series: Series[] = [
    {
      id: 'median',
      data: hours.map(({ atMs, medianMs }) => ({ x: atMs, y: medianMs === null ? null : Math.min(medianMs, topMs) })),
    },
  ];
  const marks = useMemo(() => marksOf(hours, topMs), [hours, topMs]);
  return (
    <ResponsiveLine<Series>
      {...LINE_CHART}
      data={series}
      xScale={linearScale(hours[0]?.atMs ?? 0, hours.at(-1)?.atMs ?? 0)}
      yScale={linearScale(0, topMs)}
      margin={{ top: 16, right: 20, bottom: 28, left: Math.max(72, labelWidth(msLabel(topMs)) + LABEL_GAP_PX) }}
      gridYValues={ticks}
      axisLeft={{
        tickValues: ticks,
        tickSize: 0,
        tickPadding: LABEL_GAP_PX,
        format: msLabel,
      }}
      axisBottom={{
        tickValues: times,
        tickSize: 4,
        tickPadding: 6,
        format: (value: number) => timeOfDay(value, language),
      }}
      layers={['grid', 'axes', 'crosshair', 'lines', marks, 'slices']}
      sliceTooltip={({ slice }) => <ChartTip hour={hours.find(({ atMs }) => atMs === slice.points[0]?.data.x)} />}
      ariaLabel={describe()}
    />
  );

  function describe(): string {
    const medians = hours.flatMap(({ medianMs }) => medianMs ?? []);
    return t('endpoint.chart.label', {
      low: Math.min(...medians),
      high: Math.max(...medians),
      count: hours.reduce((sum, hour) => sum + hour.count, 0),
    });
  }
}

/** Rerendered only for new hours, not with each tick of the page's clock. */
export default memo(ResponseChart);

/** The chart layer with all marks. */
function marksOf(hours: readonly ChartHour[], topMs: number) {
  const isolated = isolatedMedians(hours);
  return function Marks({ xScale, yScale }: LineCustomSvgLayerProps<Series>) {
    const at = ({ atMs }: ChartHour, ms: number) => ({ x: xScale(atMs), y: yScale(Math.min(ms, topMs)) });
    return (
      <g>
        {isolated.map((hour) => (
          <IsolatedMark key={hour.atMs} {...at(hour, hour.medianMs ?? 0)} />
        ))}
        {hours.map((hour) => (
          <g key={hour.atMs}>
            {hour.successMs !== null && <SuccessMark {...at(hour, hour.successMs)} />}
            {hour.failureMs !== null && <FailureMark {...at(hour, hour.failureMs)} />}
            {isAbove([hour], topMs) && <AboveMark {...at(hour, topMs)} />}
          </g>
        ))}
      </g>
    );
  };
}

function ChartTip({ hour }: { hour: ChartHour | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!hour) return null;
  const { day, range } = hourRange(hour.atMs, language);
  const ms = (value: number | null) => value !== null && t('endpoint.ms', { value: value.toLocaleString('en') });
  const rows = [
    [t('endpoint.chart.columns.median'), ms(hour.medianMs)],
    [t('endpoint.chart.columns.success'), ms(hour.successMs)],
    [t('endpoint.chart.columns.failure'), ms(hour.failureMs)],
    [t('endpoint.chart.columns.count'), String(hour.count)],
    [t('endpoint.chart.columns.failures'), hour.failures > 0 && String(hour.failures)],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <Box bg="surface.raised" borderWidth="1px" borderColor="edge" borderRadius="l2" px="3" py="2" textStyle="sm">
      <Text color="text.muted" whiteSpace="nowrap">
        {day}, {range}
      </Text>
      <Grid as="dl" templateColumns="auto auto" columnGap="4" whiteSpace="nowrap">
        {rows.map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <dt>{name}</dt>
            <chakra.dd textAlign="end" fontWeight="medium">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </Grid>
    </Box>
  );
}
