import type { Monitor } from '../../documents/monitor.ts';
import type { SnapshotComponent } from '../../documents/snapshot.ts';
import { mergeResponses, type ResponseCell, responseMetrics } from '../../values/history/check-cell.ts';
import { type Step, timeSums, uptimeMetrics } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import type { PageComponent } from '../../values/status-page/page-fields.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import { addDays, type WallClock } from '../../values/zone.ts';
import { addSteps, endpointSteps } from '../history/endpoint-steps.ts';
import { localParts } from '../history/local-parts.ts';
import { endpointHistories } from '../status/monitor-history.ts';

/** A component's statuses over the days that pages show. `responses`: of the last day that is built. */
export type ComponentHistory = { createdAt: number; steps: readonly Step[]; responses: readonly ResponseCell[] };

type Days = Pick<SnapshotComponent, 'days' | 'uptime' | 'responseMs'>;

/** Nothing is known of a monitor that is gone. */
export const NO_DAYS: Days = {
  days: { uptime: [], downSec: [] },
  uptime: { hours24: null, days7: null, days30: null, days90: null },
  responseMs: null,
};

/** Returns the range of history that pages show: whole local days, of which the last is today. */
export function shownRange(clock: WallClock, nowMs: number): Range {
  const { date } = clock.at(nowMs);
  return { fromMs: clock.dayStart(addDays(date, 1 - STATUS_PAGE.days)), toMs: nowMs };
}

/** Returns a component's days and uptimes from its history over `shownRange`. */
export function componentDays(
  { createdAt, steps, responses }: ComponentHistory,
  clock: WallClock,
  nowMs: number,
): Days {
  const { fromMs } = shownRange(clock, nowMs);
  // A day includes its first millisecond.
  const range = { fromMs: Math.max(fromMs, createdAt), toMs: nowMs + 1 };
  const measured = localParts(range, 'day', clock).map((part) => dayOf(steps, part));
  const over = (days: number) => uptimeOver(steps, { fromMs: nowMs - days * DAY_MS, toMs: nowMs });
  return {
    days: {
      uptime: measured.map(({ uptime }) => uptime),
      downSec: measured.map(({ downSec }) => downSec),
    },
    uptime: { hours24: over(1), days7: over(7), days30: over(30), days90: over(STATUS_PAGE.days) },
    responseMs: responseMetrics(mergeResponses(responses)).p50Ms,
  };
}

/**
 * Returns the days of a component with today's bar and the last 24 h from its monitor's document. Longer uptimes lose
 * what it was down since they were built.
 */
export function withToday(
  { days, uptime }: Pick<Days, 'days' | 'uptime'>,
  monitor: Monitor,
  { endpointId }: Pick<PageComponent, 'endpointId'>,
  clock: WallClock,
  nowMs: number,
): Pick<Days, 'days' | 'uptime'> {
  const todayMs = clock.dayStart(clock.at(nowMs).date);
  const fromMs = Math.min(todayMs, nowMs - DAY_MS);
  const histories = [...endpointHistories(monitor)].filter(([id]) => endpointId === null || id === endpointId);
  const steps = addSteps(histories.map(([, history]) => endpointSteps(history, { fromMs, toMs: nowMs })));
  const today = dayOf(steps, { fromMs: todayMs, toMs: nowMs + 1 });
  const downSince = today.downSec - (days.downSec.at(-1) ?? 0);
  const over = (percent: number | null, count: number) => {
    const known = days.uptime.slice(-count).filter((each) => each >= 0).length;
    const daysSec = (Math.max(1, known) * DAY_MS) / SECOND_MS;
    return percent === null ? null : rounded(Math.min(100, Math.max(0, percent - (100 * downSince) / daysSec)));
  };
  return {
    days: {
      uptime: [...days.uptime.slice(0, -1), today.uptime],
      downSec: [...days.downSec.slice(0, -1), today.downSec],
    },
    uptime: {
      hours24: uptimeOver(steps, { fromMs: nowMs - DAY_MS, toMs: nowMs }),
      days7: over(uptime.days7, 7),
      days30: over(uptime.days30, 30),
      days90: over(uptime.days90, STATUS_PAGE.days),
    },
  };
}

/** A day's bar. Downtime is that of the component as a whole: if one of two endpoints is down, half of it counts. */
function dayOf(steps: readonly Step[], part: Range): { uptime: number; downSec: number } {
  const metrics = uptimeMetrics(timeSums(steps, part));
  const { uptime, downtimeSec, knownSec, unknownSec, maintenanceSec, pausedSec } = metrics;
  const allSec = knownSec + unknownSec + maintenanceSec + pausedSec;
  const share = allSec === 0 ? 0 : (part.toMs - part.fromMs) / SECOND_MS / allSec;
  return { uptime: uptime === null ? -1 : rounded(uptime), downSec: Math.round(downtimeSec * Math.min(1, share)) };
}

function uptimeOver(steps: readonly Step[], range: Range): number | null {
  const { uptime } = uptimeMetrics(timeSums(steps, range));
  return uptime === null ? null : rounded(uptime);
}

/** Down to a thousandth, so that a short outage is not rounded away. */
function rounded(percent: number): number {
  return Math.floor(percent * 1000) / 1000;
}
