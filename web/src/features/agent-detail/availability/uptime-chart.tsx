import { Box, chakra, Text } from '@chakra-ui/react';
import { uptimeLevel } from '@farwatch/core/values/levels';
import { type LineCustomSvgLayerProps, ResponsiveLine } from '@nivo/line';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LEVEL_LOOKS } from '../../../domain/status/looks.ts';
import { usePhone } from '../../../lib/browser/media.ts';
import { dayOfWeek } from '../../../lib/format/dates.ts';
import { percentToTenth } from '../../../lib/format/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { LINE_CHART, labelWidth, linearScale } from '../../../ui/chart/chart-theme.ts';
import { dayTicks, percentTicks, type UptimeDay } from './chart-days.ts';

type Series = { id: string; data: { x: number; y: number | null }[] };

/** The space between the last date label and the edge. */
const EDGE_PX = 4;

const atOf = ({ date }: UptimeDay) => Date.parse(date);

/** The uptime of each day as a line, interrupted on days without data, with a coloured dot for each day. */
function UptimeChart({ days }: { days: readonly UptimeDay[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const every = usePhone() ? 10 : 5;
  const ticks = percentTicks(days);
  const series: Series[] = [{ id: 'uptime', data: days.map((day) => ({ x: atOf(day), y: day.uptime })) }];
  const dots = useMemo(() => dotsOf(days), [days]);
  const dayLabel = (atMs: number) => dayOfWeek(new Date(atMs).toISOString().slice(0, 10), language, true);
  const lastLabel = days.length > 0 ? dayLabel(Math.max(...days.map(atOf))) : '';
  const known = days.flatMap(({ uptime }) => uptime ?? []);
  return (
    <ResponsiveLine<Series>
      {...LINE_CHART}
      data={series}
      xScale={linearScale(series[0]?.data[0]?.x ?? 0, series[0]?.data.at(-1)?.x ?? 0)}
      yScale={linearScale(ticks[0] ?? 0, 100)}
      margin={{ top: 12, right: Math.max(24, labelWidth(lastLabel) / 2 + EDGE_PX), bottom: 28, left: 52 }}
      gridYValues={ticks}
      axisLeft={{
        tickValues: ticks,
        tickSize: 0,
        tickPadding: 12,
        format: (value: number) => t('agent.uptime.percent', { value }),
      }}
      axisBottom={{
        tickValues: dayTicks(days, every),
        tickSize: 4,
        tickPadding: 6,
        format: dayLabel,
      }}
      layers={['grid', 'axes', 'crosshair', 'lines', dots, 'slices']}
      sliceTooltip={({ slice }) => <Tip day={days.find((day) => atOf(day) === slice.points[0]?.data.x)} />}
      ariaLabel={t('agent.uptime.chartLabel', {
        count: known.length,
        low: percentToTenth(Math.min(...known)),
        high: percentToTenth(Math.max(...known)),
      })}
    />
  );
}

/** Rerendered only for new days. */
export default memo(UptimeChart);

function Tip({ day }: { day: UptimeDay | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!day || day.uptime === null) return null;
  return (
    <Box bg="surface.raised" borderWidth="1px" borderColor="edge" borderRadius="l2" px="3" py="2" textStyle="sm">
      <Text color="text.muted" whiteSpace="nowrap">
        {dayOfWeek(day.date, language)}
      </Text>
      <Text fontWeight="medium">{t('agent.uptime.percent', { value: percentToTenth(day.uptime) })}</Text>
    </Box>
  );
}

/** The chart layer with a dot for each day that has data. */
function dotsOf(days: readonly UptimeDay[]) {
  const known = days.flatMap((day) => (day.uptime === null ? [] : [{ atMs: atOf(day), uptime: day.uptime }]));
  return function Dots({ xScale, yScale }: LineCustomSvgLayerProps<Series>) {
    return (
      <g>
        {known.map(({ atMs, uptime }) => (
          <chakra.circle
            key={atMs}
            cx={xScale(atMs)}
            cy={yScale(uptime)}
            r="3.5"
            fill={`status.${LEVEL_LOOKS[uptimeLevel(uptime)]}`}
            stroke="surface.raised"
            strokeWidth="1"
          />
        ))}
      </g>
    );
  };
}
