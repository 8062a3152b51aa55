import type { HistoryPoint } from '@farwatch/core/contracts/api/history';
import type { Range } from '@farwatch/core/values/history/range-metrics';

/** The points between two places on the chart, 0 at its left edge and 1 at its right. */
export function pointsBetween(one: number, other: number, count: number): { first: number; last: number } {
  const indexAt = (share: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  return { first: indexAt(Math.min(one, other)), last: indexAt(Math.max(one, other)) };
}

/** Fewer points are not worth a chart. */
const LEAST_HOURS = 3;

/** Finds the range of these points to zoom to; null if it would be too short, or is the whole range. */
export function zoomRange(
  points: readonly Pick<HistoryPoint, 'from' | 'to'>[],
  { first, last }: { first: number; last: number },
  isByHour: boolean,
): Range | null {
  const [from, to] = [points[first]?.from, points[last]?.to];
  const isAll = first === 0 && last === points.length - 1;
  if (from === undefined || to === undefined || isAll) return null;
  if (isByHour && last - first + 1 < LEAST_HOURS) return null;
  return { fromMs: Date.parse(from), toMs: Date.parse(to) };
}
