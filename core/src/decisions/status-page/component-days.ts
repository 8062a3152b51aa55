import type { Monitor } from '../../documents/monitor.ts';
import type { SnapshotComponent } from '../../documents/snapshot.ts';
import { floorTo } from '../../values/floor-to.ts';
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

type Days = Pick<SnapshotComponent, 'days' | 'uptime' | 'known' | 'responseMs'>;

/** Nothing is known of a monitor that is gone. */
export const NO_DAYS: Days = {
  days: { uptime: [], downSec: [] },
  uptime: { hours24: null, days7: null, days30: null, days90: null },
  known: null,
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
  const over = (days: number) => measure(steps, { fromMs: nowMs - days * DAY_MS, toMs: nowMs });
  const [day, week, month, quarter] = [over(1), over(7), over(30), over(STATUS_PAGE.days)];
  return {
    days: {
      uptime: measured.map(({ uptime }) => uptime),
      downSec: measured.map(({ downSec }) => downSec),
    },
    uptime: { hours24: day.uptime, days7: week.uptime, days30: month.uptime, days90: quarter.uptime },
    known: {
      todaySec: measured.at(-1)?.knownSec ?? 0,
      days7Sec: week.knownSec,
      days30Sec: month.knownSec,
      days90Sec: quarter.knownSec,
    },
    responseMs: responseMetrics(mergeResponses(responses)).p50Ms,
  };
}

/**
 * Returns the days of a component with today's bar and the last 24 h from its monitor's document. Longer uptimes count
 * what was known, and what it was down, since they were built.
 */
export function withToday(
  { days, uptime, known }: Pick<Days, 'days' | 'uptime' | 'known'>,
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
  const downSince = Math.max(0, today.downSec - (days.downSec.at(-1) ?? 0));
  const knownSince = Math.max(0, today.knownSec - (known?.todaySec ?? 0));
  const over = (percent: number | null, builtSec: number | undefined) => {
    if (builtSec === undefined) return percent;
    const knownSec = builtSec + knownSince;
    const downSec = ((100 - (percent ?? 100)) / 100) * builtSec + downSince;
    return knownSec === 0 ? null : floored(100 * Math.max(0, 1 - downSec / knownSec));
  };
  return {
    days: {
      uptime: [...days.uptime.slice(0, -1), today.uptime],
      downSec: [...days.downSec.slice(0, -1), today.downSec],
    },
    uptime: {
      hours24: measure(steps, { fromMs: nowMs - DAY_MS, toMs: nowMs }).uptime,
      days7: over(uptime.days7, known?.days7Sec),
      days30: over(uptime.days30, known?.days30Sec),
      days90: over(uptime.days90, known?.days90Sec),
    },
  };
}

/**
 * Measures a component as a whole over a range. If one of two endpoints is down, half of it counts as downtime; so does known
 * time.
 */
function measure(steps: readonly Step[], range: Range): { uptime: number | null; downSec: number; knownSec: number } {
  const metrics = uptimeMetrics(timeSums(steps, range));
  const { uptime, downtimeSec, knownSec, unknownSec, maintenanceSec, pausedSec } = metrics;
  const allSec = knownSec + unknownSec + maintenanceSec + pausedSec;
  const share = allSec === 0 ? 0 : Math.min(1, (range.toMs - range.fromMs) / SECOND_MS / allSec);
  return {
    uptime: uptime === null ? null : floored(uptime),
    downSec: Math.round(downtimeSec * share),
    knownSec: Math.round(knownSec * share),
  };
}

/** A day's bar. */
function dayOf(steps: readonly Step[], part: Range): { uptime: number; downSec: number; knownSec: number } {
  const { uptime, ...seconds } = measure(steps, part);
  return { uptime: uptime ?? -1, ...seconds };
}

/** Down to a thousandth, so that a short outage is not rounded away. */
function floored(percent: number): number {
  return floorTo(percent, 3);
}
