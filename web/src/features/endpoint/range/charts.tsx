import type { EndpointRange } from '@farwatch/core/contracts/api/history';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { type LocationCode, orderedLocations } from '@farwatch/core/values/locations';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPart } from '../../../components/feedback/lazy-part.tsx';
import { Choice } from '../../../components/form/choice.tsx';
import { Section } from '../../../components/layout/section.tsx';
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
import { HeatMap } from './heat-map.tsx';
import { usePeriodText } from './period-text.ts';
import { UptimeBars } from './uptime-bars.tsx';

const useChart = createPart(() => import('./chart/time-chart.tsx'));

/** `url`: of the endpoint. */
type Props = { data: EndpointRange; url: string; locations: readonly LocationCode[]; onZoom: (range: Range) => void };

/** Uptime, response times, timings, and the hours of the week. A heartbeat has no response times. */
export function RangeCharts({ data, url, locations, onZoom }: Props) {
  // The chart's code loads in parallel with its data.
  const chart = useChart();
  const part = { points: data.points, chart, onZoom };
  return (
    <>
      <UptimeBars points={data.points} onOpen={onZoom} />
      {!isHeartbeat(url) && (
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

/** Up to three lines, told apart by their dashes. */
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

/** What the description of a chart names: its first and last day, and the highest value. */
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
