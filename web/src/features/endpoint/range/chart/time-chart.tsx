import { Box, chakra } from '@chakra-ui/react';
import { type LineCustomSvgLayerProps, ResponsiveLine } from '@nivo/line';
import { memo, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LINE_CHART, labelWidth, linearScale } from '../../../../ui/chart/chart-theme.ts';
import { msTicks } from '../../chart/chart-hours.ts';
import { highestOf, type Line, stacked } from './lines.ts';
import { areaPath, linePath } from './paths.ts';
import type { TimeTick } from './time-ticks.ts';

/** A line's colour, which is a token, and its dashes, so that lines differ without colour. */
export type LineLook = { color: string; dashes?: string };

export type ChartProps = {
  kind: 'lines' | 'areas';
  lines: readonly Line[];
  looks: Readonly<Record<string, LineLook>>;
  /** The share of failed checks of each point, 0 to 1, drawn below. */
  failureShares?: readonly number[] | undefined;
  ticks: readonly TimeTick[];
  tickText: (tick: TimeTick) => string;
  label: string;
  tipOf: (index: number) => ReactNode;
  onZoom: (one: number, other: number) => void;
};

type Series = { id: string; data: { x: number; y: number }[] };

const MARGIN = { top: 16, right: 16, bottom: 28 };
const LABEL_GAP_PX = 12;
/** The strip of failures, below the labels of the time axis. */
const STRIP = { gap: 10, height: 40 };

/** Lines or stacked areas over time, and below them how many checks failed. Dragging across selects a part. */
function TimeChart({ kind, lines, looks, failureShares, ticks, tickText, label, tipOf, onZoom }: ChartProps) {
  const { t } = useTranslation();
  const count = lines[0]?.values.length ?? 0;
  const drawn = useMemo(() => (kind === 'areas' ? stacked(lines) : lines), [kind, lines]);
  const msAxis = useMemo(() => msTicks(highestOf(drawn)), [drawn]);
  const topMs = msAxis.at(-1) ?? 1;
  const msLabel = (value: number) => t('endpoint.ms', { value: value.toLocaleString('en') });
  // The library's own line only places tooltips: the others have gaps where nothing is known.
  const data = useMemo(() => [{ id: 'all', data: Array.from({ length: count }, (_, x) => ({ x, y: 0 })) }], [count]);
  const shapes = useMemo(() => shapesOf(kind, drawn, looks), [kind, drawn, looks]);
  const strip = useMemo(() => stripOf(failureShares, t('endpointRange.chart.errorAxis')), [failureShares, t]);
  const byX = new Map(ticks.map((tick) => [tick.x, tick]));
  const left = Math.max(72, labelWidth(msLabel(topMs)) + LABEL_GAP_PX);
  return (
    <ZoomArea left={left} right={MARGIN.right} onZoom={onZoom}>
      <ResponsiveLine<Series>
        {...LINE_CHART}
        data={data}
        xScale={linearScale(-0.5, Math.max(0.5, count - 0.5))}
        yScale={linearScale(0, topMs)}
        margin={{ ...MARGIN, left, bottom: MARGIN.bottom + (failureShares ? STRIP.gap + STRIP.height : 0) }}
        gridYValues={msAxis}
        axisLeft={{ tickValues: msAxis, tickSize: 0, tickPadding: LABEL_GAP_PX, format: msLabel }}
        axisBottom={{
          tickValues: ticks.map(({ x }) => x),
          tickSize: 4,
          tickPadding: 6,
          format: (x: number) => {
            const tick = byX.get(x);
            return tick ? tickText(tick) : '';
          },
        }}
        layers={['grid', 'axes', shapes, strip, 'crosshair', 'slices']}
        sliceTooltip={({ slice }) => tipOf(Number(slice.points[0]?.data.x))}
        ariaLabel={label}
      />
    </ZoomArea>
  );
}

/** Rendered again only for other data, not with each tick of the page's clock. */
export default memo(TimeChart);

/** The outlines of more points would cover the areas. */
const MOST_OUTLINED = 100;

function shapesOf(kind: ChartProps['kind'], lines: readonly Line[], looks: ChartProps['looks']) {
  return function Shapes({ xScale, yScale, innerHeight }: LineCustomSvgLayerProps<Series>) {
    const places = lines.map(({ values }) =>
      values.map((ms, x) => ({ x: xScale(x), y: ms === null ? null : yScale(ms) })),
    );
    const floor = (places[0] ?? []).map(({ x }) => ({ x, y: innerHeight }));
    return (
      <g>
        {lines.map(({ id }, index) =>
          kind === 'areas' ? (
            <chakra.path
              key={id}
              d={areaPath(places[index] ?? [], places[index - 1] ?? floor)}
              fill={looks[id]?.color}
              {...(floor.length <= MOST_OUTLINED && { stroke: 'surface.raised', strokeWidth: '0.5' })}
            />
          ) : (
            <chakra.path
              key={id}
              d={linePath(places[index] ?? [])}
              stroke={looks[id]?.color}
              strokeWidth="2"
              strokeDasharray={looks[id]?.dashes}
              strokeLinejoin="round"
              fill="none"
            />
          ),
        )}
      </g>
    );
  };
}

/** Shares from here on fill the strip's height, so that a single failed check is visible. */
const LEAST_TOP_SHARE = 0.05;
const LEAST_BAR_PX = 2;

/** The layer of failed checks: a bar for each point with some, and the share at which it is full. */
function stripOf(shares: readonly number[] | undefined, name: string) {
  const topShare = Math.max(LEAST_TOP_SHARE, ...(shares ?? []));
  return function Strip({ xScale, innerHeight, innerWidth }: LineCustomSvgLayerProps<Series>) {
    if (!shares) return null;
    const top = innerHeight + MARGIN.bottom + STRIP.gap;
    const width = innerWidth / shares.length;
    const barWidth = Math.max(1, Math.min(24, width - Math.min(2, width / 4)));
    return (
      <g transform={`translate(0 ${top})`}>
        <chakra.path d={`M0 ${STRIP.height}h${innerWidth}`} stroke="edge" />
        <chakra.text x={-LABEL_GAP_PX} y="10" textAnchor="end" fontSize="12px" fill="text.muted">
          {Math.ceil(topShare * 100)}%
        </chakra.text>
        <chakra.text x={-LABEL_GAP_PX} y={STRIP.height} textAnchor="end" fontSize="12px" fill="text.muted">
          {name}
        </chakra.text>
        {shares.map((share, x) => {
          const height = Math.max(LEAST_BAR_PX, (STRIP.height * share) / topShare);
          return share > 0 ? (
            <chakra.rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a point has no other name here
              key={x}
              x={xScale(x) - barWidth / 2}
              y={STRIP.height - height}
              width={barWidth}
              height={height}
              fill="status.down"
            />
          ) : null;
        })}
      </g>
    );
  };
}

/** A shorter drag is a press. */
const LEAST_DRAG_PX = 8;

type ZoomAreaProps = {
  /** The margins of the chart within, px. */
  left: number;
  right: number;
  /** Called with two places, 0 at the chart's left edge and 1 at its right. */
  onZoom: (one: number, other: number) => void;
  children: ReactNode;
};

/** Selects a part of a chart by dragging across it, also with a finger; up and down still scrolls the page. */
function ZoomArea({ left, right, onZoom, children }: ZoomAreaProps) {
  const startX = useRef<number | null>(null);
  const [drag, setDrag] = useState<{ one: number; other: number } | null>(null);

  function shareAt(event: PointerEvent): number {
    const area = event.currentTarget.getBoundingClientRect();
    const width = area.width - left - right;
    return Math.max(0, Math.min(1, (event.clientX - area.left - left) / width));
  }

  function onPointerMove(event: PointerEvent) {
    if (startX.current === null) return;
    const other = shareAt(event);
    if (drag) return setDrag({ ...drag, other });
    const draggedPx = event.clientX - startX.current;
    if (Math.abs(draggedPx) < LEAST_DRAG_PX) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const area = event.currentTarget.getBoundingClientRect();
    const one = other - draggedPx / (area.width - left - right);
    setDrag({ one: Math.max(0, Math.min(1, one)), other });
  }

  function end() {
    startX.current = null;
    setDrag(null);
  }

  return (
    <Box
      position="relative"
      h="full"
      userSelect="none"
      cursor="crosshair"
      touchAction="pan-y"
      data-zoom
      onPointerDown={(event) => {
        if (event.button === 0) startX.current = event.clientX;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (drag) onZoom(drag.one, drag.other);
        end();
      }}
      onPointerCancel={end}
      onPointerLeave={() => !drag && end()}
    >
      {children}
      {drag && (
        <Box
          position="absolute"
          top="4"
          bottom="0"
          bg="accent"
          opacity="0.18"
          pointerEvents="none"
          style={{
            left: `calc(${left}px + (100% - ${left + right}px) * ${Math.min(drag.one, drag.other)})`,
            width: `calc((100% - ${left + right}px) * ${Math.abs(drag.one - drag.other)})`,
          }}
        />
      )}
    </Box>
  );
}
