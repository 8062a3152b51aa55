import { measureHistory } from '@farwatch/core/decisions/reports/measure-history';
import type { ReportedMonitor } from '@farwatch/core/decisions/reports/report';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import type { Run } from '../../db/run.ts';
import { readMonitorHistories } from '../../history/read-monitor-histories.ts';
import type { OwnMonitor } from './report-scope.ts';

/** How many monitors' histories are in memory at a time. */
const AT_ONCE = 20;

/** Measures monitors over a range that is over: at most two documents of history for each. */
export async function measureMonitors(
  run: Run,
  ownerId: string,
  own: readonly OwnMonitor[],
  range: Range,
): Promise<ReportedMonitor[]> {
  const measured: ReportedMonitor[] = [];
  for (let from = 0; from < own.length; from += AT_ONCE) {
    const part = own.slice(from, from + AT_ONCE);
    const histories = await readMonitorHistories(
      run,
      ownerId,
      part.map(({ id, monitor }) => ({ ...monitor, id })),
      range,
    );
    for (const { id, monitor } of part) {
      const history = histories.get(id) ?? { steps: [], days: new Map() };
      measured.push({ id, monitor, measured: measureHistory(history, range) });
    }
  }
  return measured;
}
