import type { RangeTotals } from '../../contracts/api/history.ts';
import { mergeResponses, type ResponseCell, responseMetrics } from '../../values/history/check-cell.ts';
import {
  addSums,
  type Step,
  TIME_STATUSES,
  type TimeSums,
  timeSums,
  uptimeMetrics,
} from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import type { MonitorHistory } from '../history/monitor-range.ts';

/**
 * What a report needs of a monitor's history, which is a hundred times as large: an account's histories are read and
 * measured a few at a time. `maintenance`: when any of its endpoints was in maintenance, the oldest first.
 */
export type MeasuredHistory = { time: TimeSums; responses: ResponseCell; maintenance: Range[] };

/** Measures a history over a range that it covers. Checks are those of the UTC days that start in it. */
export function measureHistory({ steps, days }: MonitorHistory, range: Range): MeasuredHistory {
  const cells = [...days].flatMap(([dayAt, each]) => (range.fromMs <= dayAt && dayAt < range.toMs ? each : []));
  return { time: timeSums(steps, range), responses: mergeResponses(cells), maintenance: maintenanceIn(steps, range) };
}

/** The numbers to show of measured histories together. */
export function totalsOf(measured: readonly MeasuredHistory[]): RangeTotals {
  return {
    ...uptimeMetrics(addSums(measured.map(({ time }) => time))),
    ...responseMetrics(mergeResponses(measured.map(({ responses }) => responses))),
  };
}

const MAINTENANCE = TIME_STATUSES.indexOf('maintenance');

function maintenanceIn(steps: readonly Step[], range: Range): Range[] {
  const found: Range[] = [];
  for (const [index, { atMs, counts }] of steps.entries()) {
    const fromMs = Math.max(range.fromMs, atMs);
    const toMs = Math.min(range.toMs, steps[index + 1]?.atMs ?? range.toMs);
    if ((counts[MAINTENANCE] ?? 0) === 0 || fromMs >= toMs) continue;
    const last = found.at(-1);
    if (last?.toMs === fromMs) last.toMs = toMs;
    else found.push({ fromMs, toMs });
  }
  return found;
}
