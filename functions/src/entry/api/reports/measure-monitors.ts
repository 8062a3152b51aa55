import { measureHistory } from '@farwatch/core/decisions/reports/measure-history';
import type { ReportedMonitor } from '@farwatch/core/decisions/reports/report';
import { daysIn } from '@farwatch/core/values/history/levels';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { readMonitorHistories } from '../../../domain/history/read-monitor-histories.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { OwnMonitor } from './report-scope.ts';

/** How many days of monitors are in memory at a time: 20 monitors over the longest range, an account's over a month. */
const DAYS_AT_ONCE = 8000;

/** Measures monitors over a range that is over: at most two documents of history for each. */
export async function measureMonitors(
  run: Run,
  ownerId: string,
  own: readonly OwnMonitor[],
  range: Range,
): Promise<ReportedMonitor[]> {
  const atOnce = Math.max(1, Math.floor(DAYS_AT_ONCE / daysIn(range).length));
  const measured: ReportedMonitor[] = [];
  for (let from = 0; from < own.length; from += atOnce) {
    const part = own.slice(from, from + atOnce);
    const withIds = part.map(({ id, monitor }) => ({ ...monitor, id }));
    const histories = await readMonitorHistories(run, ownerId, withIds, range);
    for (const { id, monitor } of part) {
      const history = histories.get(id) ?? { steps: [], days: new Map() };
      measured.push({ id, monitor, measured: measureHistory(history, range) });
    }
  }
  return measured;
}
