import { Box, Button, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { HOUR_MS } from '@farwatch/core/values/time';
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia, usePhone } from '../../../../lib/browser/media.ts';
import { dayOfWeek, timeOfDay } from '../../../../lib/format/dates.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { ChartBoundary } from '../../../../ui/chart/chart-boundary.tsx';
import { labelWidth } from '../../../../ui/chart/chart-theme.ts';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { useDisclosure } from '../../../../ui/layout/disclosure.ts';
import { failureShare } from '../heat/heat.ts';
import { usePeriodText } from '../time/period-text.ts';
import type { Line, PointChecks } from './lines.ts';
import { PointTable } from './point-table.tsx';
import type { ChartProps, LineLook } from './time-chart.tsx';
import { type TimeTick, timeTicks } from './time-ticks.ts';
import { pointsBetween, zoomRange } from './zoom-range.ts';

export type PanelLine = Line & { name: string; look: LineLook };

/** The contents of a chart. `checks` adds the share of failed checks below it. */
export type Shown = {
  kind: ChartProps['kind'];
  points: readonly HistoryPoint[];
  lines: readonly PanelLine[];
  checks?: readonly PointChecks[];
};

type Props = Shown & {
  chart: { Part: ComponentType<ChartProps> | null; isMissing: boolean };
  /** Describes the chart to those who do not see it. */
  label: string;
  onZoom: (range: Range) => void;
  /** A hint below. */
  children?: ReactNode;
};

/** A chart with its legend, and on request the same values as a table. */
export function ChartPanel({ chart, label, onZoom, children, ...shown }: Props) {
  const { t } = useTranslation();
  const { isOpen, button, panel } = useDisclosure();
  const chartProps = useChartProps(shown, onZoom);
  if (chart.isMissing) return <TableAlone {...shown} />;
  return (
    <ChartBoundary fallback={<TableAlone {...shown} />}>
      <Flex direction="column" gap="3" px="4" pb="4">
        <Box h={shown.checks ? '322px' : '272px'}>{chart.Part && <chart.Part {...chartProps} label={label} />}</Box>
        <Flex align="center" justify="space-between" columnGap="4" rowGap="3" wrap="wrap" minH="8">
          <ChartLegend {...shown} />
          <Button size="sm" variant="ghost" {...button}>
            {t(isOpen ? 'endpoint.chart.hideTable' : 'endpoint.chart.showTable')}
          </Button>
        </Flex>
        {children && (
          <Text textStyle="sm" color="text.muted" mt="-1">
            {children}
          </Text>
        )}
        <Box mx="-4" mb="-4" borderTopWidth="1px" {...panel}>
          {isOpen && <PointTable {...shown} unit={unitOf(shown.points)} />}
        </Box>
      </Flex>
    </ChartBoundary>
  );
}

/** Explains the chart's lines or areas; areas in the order in which they lie on each other. */
function ChartLegend({ kind, lines, checks }: Shown) {
  const { t } = useTranslation();
  return (
    <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" rowGap="1" textStyle="sm" color="text.muted">
      {lines.map(({ id, name, look: { color, dashes } }) => (
        <Entry key={id} text={name} width={kind === 'areas' ? 16 : 24}>
          {kind === 'areas' ? (
            <chakra.rect x="2" y="2" width="12" height="12" rx="3" fill={color} />
          ) : (
            <chakra.path d="M0 8h24" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
          )}
        </Entry>
      ))}
      {checks && (
        <Entry text={t('endpointRange.chart.errors')} width={16}>
          <chakra.path d="M2 16v-9h4v9zM10 16v-5h4v5z" fill="status.down" />
        </Entry>
      )}
    </Flex>
  );
}

function Entry({ text, width, children }: { text: string; width: number; children: ReactNode }) {
  return (
    <Flex as="li" align="center" gap="1.5">
      <chakra.svg width={`${width}px`} height="16px" aria-hidden="true">
        {children}
      </chakra.svg>
      {text}
    </Flex>
  );
}

/** Replaces a chart that cannot be shown by its table. */
function TableAlone(shown: Shown) {
  const { t } = useTranslation();
  return (
    <>
      <Box px="4" pb="4">
        <Notice kind="info">{t('endpoint.chart.unavailable')}</Notice>
      </Box>
      <Box borderTopWidth="1px">
        <PointTable {...shown} unit={unitOf(shown.points)} />
      </Box>
    </>
  );
}

export type PointUnit = 'hour' | 'day';

function unitOf(points: readonly HistoryPoint[]): PointUnit {
  return points.every(({ from, to }) => Date.parse(to) - Date.parse(from) <= HOUR_MS) ? 'hour' : 'day';
}

/** On narrower screens dates would touch each other sooner. */
const NARROWEST = '(max-width: 359.98px)';
/** The width of dates, with the space between them, that fits the chart of a phone. */
const PHONE_PX = 240;

/** Returns the same objects until the contents change, so that the chart is not drawn again. */
function useChartProps({ kind, points, lines, checks }: Shown, onZoom: Props['onZoom']): Omit<ChartProps, 'label'> {
  const language = useLanguage();
  const { clock } = usePeriodText();
  const [isPhone, isNarrowest] = [usePhone(), useMedia(NARROWEST)];
  const dateWidth = labelWidth(dayOfWeek('2026-10-30', language, true));
  const most = isNarrowest ? 3 : isPhone ? Math.min(5, Math.floor(PHONE_PX / dateWidth)) : 9;
  const ticks = useMemo(
    () =>
      timeTicks(
        points.map(({ from }) => Date.parse(from)),
        clock,
        most,
      ),
    [points, clock, most],
  );
  const tickText = useCallback(
    ({ atMs, kind: tickKind }: TimeTick) =>
      tickKind === 'time' ? timeOfDay(atMs, language) : dayOfWeek(clock.at(atMs).date, language, true),
    [clock, language],
  );
  const tipOf = useCallback(
    (index: number) => (
      <ChartTip shown={{ kind, points, lines, ...(checks && { checks }) }} index={index} unit={unitOf(points)} />
    ),
    [kind, points, lines, checks],
  );
  const zoom = useCallback(
    (one: number, other: number) => {
      const range = zoomRange(points, pointsBetween(one, other, points.length), unitOf(points) === 'hour');
      if (range) onZoom(range);
    },
    [points, onZoom],
  );
  const looks = useMemo(() => Object.fromEntries(lines.map(({ id, look }) => [id, look])), [lines]);
  const failureShares = useMemo(() => checks?.map(failureShare), [checks]);
  return { kind, lines, looks, failureShares, ticks, tickText, tipOf, onZoom: zoom };
}

/** The values of one point. */
function ChartTip({ shown, index, unit }: { shown: Shown; index: number; unit: PointUnit }) {
  const { t } = useTranslation();
  const { point: periodText } = usePeriodText();
  const { kind, points, lines, checks } = shown;
  const point = points[index];
  if (!point) return null;
  const ms = (value: number) => t('endpoint.ms', { value: Math.round(value).toLocaleString('en') });
  const known = lines.flatMap(({ name, values }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ name, value }];
  });
  const rows = known.map(({ name, value }) => [name, ms(value)] as const);
  const total = known.reduce((sum, { value }) => sum + value, 0);
  const counts = checks?.[index];
  return (
    <Box bg="surface.raised" borderWidth="1px" borderColor="edge" borderRadius="l2" px="3" py="2" textStyle="sm">
      <Text color="text.muted" whiteSpace="nowrap">
        {periodText(Date.parse(point.from), Date.parse(point.to), unit)}
      </Text>
      <Grid as="dl" templateColumns="auto auto" columnGap="4" whiteSpace="nowrap">
        {/* In the order in which the areas lie on each other. */}
        {(kind === 'areas' ? rows.toReversed() : rows).map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
        {kind === 'areas' && rows.length > 0 && <Row name={t('endpointRange.timings.total')} value={ms(total)} />}
        {counts && <Row name={t('endpoint.chart.columns.count')} value={counts.checks.toLocaleString('en')} />}
        {counts && counts.failures > 0 && (
          <Row name={t('endpoint.chart.columns.failures')} value={counts.failures.toLocaleString('en')} />
        )}
      </Grid>
      {rows.length === 0 && <Text whiteSpace="nowrap">{t('endpointRange.chart.none')}</Text>}
    </Box>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <chakra.div display="contents">
      <dt>{name}</dt>
      <chakra.dd textAlign="end" fontWeight="medium">
        {value}
      </chakra.dd>
    </chakra.div>
  );
}
