import { historyCalls, UPTIME_DAYS, type Uptimes } from '@farwatch/core/contracts/api/history';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { answeredRange, rangeBefore, resolutionProblem } from '@farwatch/core/decisions/history/answered-range';
import { endpointRange } from '@farwatch/core/decisions/history/endpoint-range';
import { type MonitorHistory, rangeTotals } from '@farwatch/core/decisions/history/monitor-range';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { HISTORY, RETENTION } from '@farwatch/core/values/limits';
import { DAY_MS } from '@farwatch/core/values/time';
import { wallClock } from '@farwatch/core/values/zone';
import { readEndpointHistory } from '../../../domain/history/read-endpoint-history.ts';
import { readMonitorHistories } from '../../../domain/history/read-monitor-histories.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { readChecks, readDayOfChecks } from '../endpoints/day-of-checks.ts';
import { readOwnEndpoint } from '../endpoints/read-own-endpoint.ts';
import { readOwnMonitor, readOwnMonitors } from '../monitors/read-monitor.ts';

export const getEndpointHistory = route(historyCalls.endpoint, {
  cachedForMs: HISTORY.cachedMs,
  run: async (run, caller, { params: { id }, query }) => {
    const endpoint = { ...(await readOwnEndpoint(run, caller, id)), id };
    const range = validRange(query, endpoint.createdAt, run.nowMs);
    const problem = resolutionProblem(range, query.resolution);
    if (problem) throw new ApiError('invalid', { details: [problem] });
    const before = rangeBefore(range, endpoint.createdAt, run.nowMs - RETENTION.monthMs);
    const read = { ...range, fromMs: before?.fromMs ?? range.fromMs };
    const history = await readEndpointHistory(run, endpoint, read, (live) =>
      live.fromMs >= run.nowMs - DAY_MS ? readDayOfChecks(run, endpoint, {}) : readChecks(run, endpoint, live),
    );
    return endpointRange(history, { range, before, resolution: query.resolution, clock: wallClock(query.timeZone) });
  },
});

export const getMonitorUptime = route(historyCalls.monitor, {
  cachedForMs: HISTORY.cachedMs,
  run: async (run, caller, { params: { id }, query }) => {
    const monitor = { ...(await readOwnMonitor(run, caller, id)), id };
    const range = validRange(query, monitor.createdAt, run.nowMs);
    const before = rangeBefore(range, monitor.createdAt, run.nowMs - RETENTION.yearMs);
    const read = { ...range, fromMs: before?.fromMs ?? range.fromMs };
    const histories = await readMonitorHistories(run, caller.accountId, [monitor], read);
    const earlier = before && rangeTotals([...histories.values()], before);
    return {
      from: isoOf(range.fromMs),
      to: isoOf(range.toMs),
      totals: rangeTotals([...histories.values()], range),
      before: earlier && (earlier.knownSec > 0 || earlier.checks > 0) ? earlier : null,
    };
  },
});

const LONGEST_MS = Math.max(...UPTIME_DAYS) * DAY_MS;

export const getUptimes = route(historyCalls.all, {
  cachedForMs: HISTORY.cachedMs,
  run: async (run, caller) => {
    const own = await readOwnMonitors(run, caller);
    return { to: isoOf(run.nowMs), monitors: await readUptimes(run, caller.accountId, own) };
  },
});

/** Reads the uptime of an owner's monitors up to now: one document, and for each monitor one or two. */
export async function readUptimes(
  run: Run,
  ownerId: string,
  own: readonly { id: string; monitor: Monitor }[],
): Promise<Uptimes['monitors']> {
  const monitors = own.map(({ id, monitor }) => ({ ...monitor, id }));
  const longest = { fromMs: run.nowMs - LONGEST_MS, toMs: run.nowMs };
  const histories = await readMonitorHistories(run, ownerId, monitors, longest);
  return Object.fromEntries(
    monitors.map((monitor) => [monitor.id, cellsOf(monitor, histories.get(monitor.id), run.nowMs)]),
  );
}

function cellsOf({ createdAt }: Monitor, history: MonitorHistory | undefined, nowMs: number) {
  const over = (days: number) => {
    const range = { fromMs: Math.max(createdAt, nowMs - days * DAY_MS), toMs: nowMs };
    const totals = rangeTotals(history ? [history] : [], range);
    const { uptime, coverage, knownSec, downtimeSec, slowTimeSec, unknownSec, outages } = totals;
    return { uptime, coverage, knownSec, downtimeSec, slowTimeSec, unknownSec, outages };
  };
  const [week, month, quarter] = UPTIME_DAYS;
  return { days7: over(week), days30: over(month), days90: over(quarter) };
}

/** Throws ApiError invalid, with what is wrong. */
function validRange(query: { from: string; to: string }, createdAt: number, nowMs: number): Range {
  const range = answeredRange(query, createdAt, nowMs);
  if ('path' in range) throw new ApiError('invalid', { details: [range] });
  return range;
}
