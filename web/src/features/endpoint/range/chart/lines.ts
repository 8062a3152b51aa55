import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { ResponseMetrics } from '@farwatch/core/values/history/range-metrics';
import type { LocationCode } from '@farwatch/core/values/locations';
import { PHASES, type Phase } from '@farwatch/core/values/phases';

/** The values of one line, one for each point; null where unknown. */
export type Line<Id extends string = string> = { id: Id; values: (number | null)[] };

export const PERCENTILES = ['p50', 'p95', 'p99'] as const;
export type Percentile = (typeof PERCENTILES)[number];

/** All locations together, one of them, or the medians of each. */
export type ChartView = 'all' | 'each' | LocationCode;

const FIELDS = { p50: 'p50Ms', p95: 'p95Ms', p99: 'p99Ms' } as const satisfies Record<
  Percentile,
  keyof ResponseMetrics
>;
const PHASE_FIELDS = {
  dns: 'dnsMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  firstByte: 'firstByteMs',
  body: 'bodyMs',
} as const satisfies Record<Phase, string>;

/** The percentiles of each point. */
export function percentileLines(points: readonly HistoryPoint[], view: ChartView): Line<Percentile>[] {
  return PERCENTILES.map((id) => ({ id, values: points.map((point) => metricsOf(point, view)?.[FIELDS[id]] ?? null) }));
}

/** The medians of each location. */
export function locationLines(
  points: readonly HistoryPoint[],
  locations: readonly LocationCode[],
): Line<LocationCode>[] {
  return locations.map((id) => ({ id, values: points.map((point) => metricsOf(point, id)?.p50Ms ?? null) }));
}

/** How many checks of a point failed. */
export type PointChecks = { checks: number; failures: number };

export function checksOf(points: readonly HistoryPoint[], view: ChartView): PointChecks[] {
  return points.map((point) => metricsOf(point, view) ?? { checks: 0, failures: 0 });
}

function metricsOf(point: HistoryPoint, view: ChartView): ResponseMetrics | undefined {
  return view === 'all' || view === 'each' ? point : point.locations.find(({ location }) => location === view);
}

/** The mean of each phase; null where no check succeeded, or none reached it. */
export function phaseLines(points: readonly HistoryPoint[]): Line<Phase>[] {
  return PHASES.map((id) => ({ id, values: points.map(({ phases }) => phases?.[PHASE_FIELDS[id]] ?? null) }));
}

/** Each line on top of the one before; null where all are. */
export function stacked<Id extends string>(lines: readonly Line<Id>[]): Line<Id>[] {
  const known = (lines[0]?.values ?? []).map((_, index) =>
    lines.some(({ values }) => (values[index] ?? null) !== null),
  );
  const sums = known.map(() => 0);
  return lines.map(({ id, values }) => ({
    id,
    values: known.map((isKnown, index) => {
      const sum = (sums[index] ?? 0) + (values[index] ?? 0);
      sums[index] = sum;
      return isKnown ? sum : null;
    }),
  }));
}

export function highestOf(lines: readonly Line[]): number {
  return lines.reduce(
    (highest, { values }) => values.reduce<number>((top, each) => Math.max(top, each ?? 0), highest),
    0,
  );
}
