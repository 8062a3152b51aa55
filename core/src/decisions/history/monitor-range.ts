import type { RangeTotals } from '../../contracts/api/history.ts';
import type { Monitor } from '../../documents/monitor.ts';
import { type DayCell, mergeResponses, responseMetrics } from '../../values/history/check-cell.ts';
import type { MonitorDay } from '../../values/history/day-codec.ts';
import { addSums, type Step, type TimeSums, timeSums, uptimeMetrics } from '../../values/history/levels.ts';
import type { Range, UptimeMetrics } from '../../values/history/range-metrics.ts';
import { endpointHistories } from '../status/monitor-history.ts';
import type { StatusHistory } from '../status/spans.ts';
import { addSteps, endpointSteps } from './endpoint-steps.ts';
import { stepsOver } from './history-part.ts';

/** A monitor's statuses, the oldest steps first, and its checks by UTC day, whose start is the key. */
export type MonitorHistory = { steps: readonly Step[]; days: ReadonlyMap<number, readonly DayCell[]> };

/**
 * Returns a monitor's history over a range: of its built days by their start, and of `live` from there on. `histories`:
 * the status histories of its endpoints, by default those in its document, which reach back for 25 h.
 */
export function monitorHistory(
  monitor: Monitor,
  days: ReadonlyMap<number, MonitorDay>,
  live: Range,
  range: Range,
  histories: Iterable<StatusHistory> = endpointHistories(monitor).values(),
): MonitorHistory {
  const steps = addSteps([...histories].map((history) => endpointSteps(history, live)));
  const createdAts = Object.values(monitor.endpoints).map(({ createdAt }) => createdAt);
  return {
    steps: stepsOver({ days, live: { fromMs: live.fromMs, steps }, createdAts }, range),
    days: new Map([...days].map(([dayAt, { cells }]) => [dayAt, cells])),
  };
}

/**
 * Returns the numbers to show of several monitors' endpoints together over a range that their histories cover. Checks
 * are those of the UTC days that start in it.
 */
export function rangeTotals(histories: readonly MonitorHistory[], range: Range): RangeTotals {
  const cells = histories.flatMap(({ days }) =>
    [...days].flatMap(([dayAt, each]) => (range.fromMs <= dayAt && dayAt < range.toMs ? each : [])),
  );
  return {
    ...uptimeMetrics(addSums(histories.map(({ steps }) => timeSums(steps, range)))),
    ...responseMetrics(mergeResponses(cells)),
  };
}

/** Of an uptime, what it takes to continue it. */
type KnownUptime = Pick<UptimeMetrics, 'knownSec' | 'downtimeSec' | 'slowTimeSec' | 'unknownSec' | 'outages'>;

/**
 * Returns the uptime of a monitor over a range that was answered up to `toMs`, continued up to now by its document, which
 * reaches back for 25 h. An outage that was running at `toMs` is not counted again.
 */
export function continuedUptime(
  answered: KnownUptime,
  monitor: Monitor,
  { toMs, nowMs }: { toMs: number; nowMs: number },
): UptimeMetrics {
  const range = { fromMs: toMs, toMs: Math.max(toMs, nowMs) };
  const steps = addSteps([...endpointHistories(monitor).values()].map((history) => endpointSteps(history, range)));
  const { outages, ...lengths } = timeSums(steps, range);
  const [first] = steps;
  const counted = first && first.atMs <= toMs ? first.running - first.started : 0;
  return uptimeMetrics(addSums([sumsOf(answered), { ...lengths, outages: Math.max(0, outages - counted) }]));
}

/** The reverse of uptimeMetrics, without time in maintenance or paused. */
function sumsOf({ knownSec, downtimeSec, slowTimeSec, unknownSec, outages }: KnownUptime): TimeSums {
  return { seconds: [knownSec - downtimeSec, downtimeSec, unknownSec, 0, 0, 0], slowSec: slowTimeSec, outages };
}
