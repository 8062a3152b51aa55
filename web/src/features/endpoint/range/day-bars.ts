import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import type { WallClock } from '@farwatch/core/values/zone';

/** What a bar shows about its time: all up, partly or all down, or why nothing is known. */
export type BarState = 'UP' | 'MIXED' | 'DOWN' | 'MAINTENANCE' | 'PAUSED' | 'N/A';
export type BarUnit = 'hour' | 'day' | 'week';

/** A bar of a chart. */
export type Bar = Range & {
  state: BarState;
  /** In percent; null if nothing is known. */
  uptime: number | null;
  downtimeSec: number;
  slowTimeSec: number;
  /** The share of the known time. */
  downShare: number;
};

type Point = Pick<
  HistoryPoint,
  'from' | 'to' | 'knownSec' | 'downtimeSec' | 'slowTimeSec' | 'maintenanceSec' | 'pausedSec'
>;

/** More bars would be thinner than their gaps. */
const MOST_BARS = 100;
const WEEK_DAYS = 7;
const LONGEST_BY_HOUR_MS = 2 * DAY_MS;

/** The bars of a range: hours for up to two days, weeks if there would be too many days. The last bar may be short. */
export function barsOf(points: readonly Point[], clock: WallClock): { unit: BarUnit; bars: Bar[] } {
  const isByHour = points.every(({ from, to }) => Date.parse(to) - Date.parse(from) <= HOUR_MS);
  if (isByHour && points.length <= LONGEST_BY_HOUR_MS / HOUR_MS) {
    return { unit: 'hour', bars: points.map((point) => barOf([point])) };
  }
  const byDay = isByHour
    ? grouped(points, ({ from }) => clock.at(Date.parse(from)).date)
    : points.map((each) => [each]);
  if (byDay.length <= MOST_BARS) return { unit: 'day', bars: byDay.map(barOf) };
  // Counted from the last day, so that the newest bar is a whole week.
  const weeks = grouped(
    points.map((point, index) => ({ point, left: points.length - 1 - index })),
    ({ left }) => Math.floor(left / WEEK_DAYS),
  );
  return { unit: 'week', bars: weeks.map((week) => barOf(week.map(({ point }) => point))) };
}

/** Neighbours with the same key together. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

function barOf(points: readonly Point[]): Bar {
  const sum = (pick: (point: Point) => number) => points.reduce((total, point) => total + pick(point), 0);
  const knownSec = sum((point) => point.knownSec);
  const downtimeSec = sum((point) => point.downtimeSec);
  const downShare = knownSec === 0 ? 0 : downtimeSec / knownSec;
  return {
    fromMs: Date.parse(points[0]?.from ?? ''),
    toMs: Date.parse(points.at(-1)?.to ?? ''),
    uptime: knownSec === 0 ? null : 100 * (1 - downShare),
    downtimeSec,
    slowTimeSec: sum((point) => point.slowTimeSec),
    downShare,
    state: stateOf(),
  };

  function stateOf(): BarState {
    if (downShare === 1) return 'DOWN';
    if (downShare > 0) return 'MIXED';
    if (knownSec > 0) return 'UP';
    const [pausedSec, maintenanceSec] = [sum((point) => point.pausedSec), sum((point) => point.maintenanceSec)];
    if (pausedSec + maintenanceSec === 0) return 'N/A';
    return pausedSec > maintenanceSec ? 'PAUSED' : 'MAINTENANCE';
  }
}
