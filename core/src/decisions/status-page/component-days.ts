import type { Snapshot, SnapshotComponent } from '../../documents/snapshot.ts';
import { floorTo } from '../../values/floor-to.ts';
import { mergeResponses, type ResponseCell, responseMetrics } from '../../values/history/check-cell.ts';
import { type Step, timeSums, uptimeMetrics } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';
import { addDays, type WallClock, wallClock } from '../../values/zone.ts';
import { localParts } from '../history/local-parts.ts';
import { SHOWN_DAYS, stepsOf, storedSteps } from './page-steps.ts';

/** A component's statuses over the days that pages show. `responses`: of the last day that is built. */
export type ComponentHistory = { createdAt: number; steps: readonly Step[]; responses: readonly ResponseCell[] };

type Days = Pick<SnapshotComponent, 'days' | 'steps' | 'responseMs'>;

/** Nothing is known of a monitor that is gone. */
export const NO_DAYS: Days = {
  days: { uptime: [], downSec: [] },
  steps: { atMs: [], up: [], down: [], other: [] },
  responseMs: null,
};

/** Returns the range of history that pages show, of which the last local day is today. */
export function shownRange(nowMs: number): Range {
  return { fromMs: nowMs - STATUS_PAGE.days * DAY_MS, toMs: nowMs };
}

/** Returns what a snapshot stores of a component's history over `shownRange`. */
export function componentDays(
  { createdAt, steps, responses }: ComponentHistory,
  clock: WallClock,
  nowMs: number,
): Days {
  const { date } = clock.at(nowMs);
  const todayMs = clock.dayStart(date);
  const fromMs = Math.max(clock.dayStart(addDays(date, 1 - STATUS_PAGE.days)), createdAt);
  const measured = localParts({ fromMs, toMs: todayMs }, 'day', clock).map((part) => dayOf(steps, part));
  return {
    days: barsOf(measured),
    steps: storedSteps(steps, { recentMs: Math.min(todayMs, nowMs - DAY_MS), nowMs }),
    responseMs: responseMetrics(mergeResponses(responses)).p50Ms,
  };
}

/** A percentage; null if nothing is known. */
export type ShownUptime = Record<keyof typeof SHOWN_DAYS, number | null>;

/** A component as a page shows it at a time, whose day is the last of `days`. */
export type ShownComponent = Omit<SnapshotComponent, 'steps'> & { uptime: ShownUptime };

/** Returns the groups of a page with its components' days and uptimes at a time, which may be after the snapshot's. */
export function shownGroups(
  { groups, timeZone, today }: Pick<Snapshot, 'groups' | 'timeZone' | 'today'>,
  nowMs: number,
): { name: string; components: ShownComponent[] }[] {
  const clock = wallClock(timeZone);
  const since = { fromMs: clock.dayStart(today), toMs: nowMs };
  return groups.map(({ name, components }) => ({
    name,
    components: components.map(({ steps, ...each }) => ({
      ...each,
      ...shownDays(each.days, stepsOf(steps), since, clock),
    })),
  }));
}

/** `since`: from the day after the last of `days` up to now. */
function shownDays(
  days: SnapshotComponent['days'],
  steps: readonly Step[],
  since: Range,
  clock: WallClock,
): Pick<ShownComponent, 'days' | 'uptime'> {
  const nowMs = since.toMs;
  const over = (count: number) => measure(steps, { fromMs: nowMs - count * DAY_MS, toMs: nowMs }).uptime;
  // A component that was created today has no bar before, and a day includes its first millisecond.
  const range = { fromMs: Math.max(since.fromMs, steps[0]?.atMs ?? nowMs), toMs: nowMs + 1 };
  const { uptime, downSec } = barsOf(localParts(range, 'day', clock).map((part) => dayOf(steps, part)));
  return {
    days: {
      uptime: [...days.uptime, ...uptime].slice(-STATUS_PAGE.days),
      downSec: [...days.downSec, ...downSec].slice(-STATUS_PAGE.days),
    },
    uptime: {
      hours24: over(SHOWN_DAYS.hours24),
      days7: over(SHOWN_DAYS.days7),
      days30: over(SHOWN_DAYS.days30),
      days90: over(SHOWN_DAYS.days90),
    },
  };
}

type Measured = { uptime: number | null; downSec: number };

/** Measures a component as a whole over a range. If one of two endpoints is down, half of it counts as downtime. */
function measure(steps: readonly Step[], range: Range): Measured {
  const sums = timeSums(steps, range);
  const { uptime, downtimeSec } = uptimeMetrics(sums);
  const allSec = sums.seconds.reduce((sum, each) => sum + each, 0);
  const share = allSec === 0 ? 0 : Math.min(1, (range.toMs - range.fromMs) / SECOND_MS / allSec);
  return {
    // Down to a thousandth, so that a short outage is not rounded away.
    uptime: uptime === null ? null : floorTo(uptime, 3),
    downSec: Math.round(downtimeSec * share),
  };
}

/** A day's bar. */
function dayOf(steps: readonly Step[], part: Range): { uptime: number; downSec: number } {
  const { uptime, downSec } = measure(steps, part);
  return { uptime: uptime ?? -1, downSec };
}

function barsOf(days: readonly { uptime: number; downSec: number }[]): SnapshotComponent['days'] {
  return { uptime: days.map(({ uptime }) => uptime), downSec: days.map(({ downSec }) => downSec) };
}
