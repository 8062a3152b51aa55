import { nextStart, occurrencesOf, type Period, plannedEnd } from '@farwatch/core/decisions/maintenance/occurrences';
import type { Maintenance, MaintenanceFields } from '@farwatch/core/documents/maintenance';
import { DAY_MS } from '@farwatch/core/values/time';
import type { WithId } from '../../lib/live/read-document.ts';

type Schedule = Pick<MaintenanceFields, 'start' | 'timeZone' | 'durationMin' | 'rule'> &
  Partial<Pick<Maintenance, 'endings'>>;

/** Cancelled occurrences are skipped, but not without end. */
const MAX_SKIPPED = 100;

/** The next occurrences that start at or after a time, epoch ms, at most `count`. */
export function nextPeriods(schedule: Schedule, fromMs: number, count: number): Period[] {
  const found: Period[] = [];
  let startsAt = nextStart(schedule, fromMs);
  for (let tries = 0; startsAt !== null && found.length < count && tries < count + MAX_SKIPPED; tries += 1) {
    const endsAt = schedule.endings?.[startsAt] ?? plannedEnd(schedule, startsAt);
    if (endsAt > startsAt) found.push({ startsAt, endsAt });
    startsAt = nextStart(schedule, startsAt + 1);
  }
  return found;
}

/** A window with its running, its next and its last occurrence; null for none. */
export type WindowRow = {
  window: WithId<Maintenance>;
  current: Period | null;
  next: Period | null;
  last: Period | null;
};

/** An edit still changes occurrences that ended less than this long ago. */
const PAST_MS = 35 * DAY_MS;

function windowRow(window: WithId<Maintenance>, nowMs: number): WindowRow {
  const known = occurrencesOf(window, nowMs - PAST_MS, nowMs + 1);
  const [next = null] = nextPeriods(window, nowMs + 1, 1);
  const current = known.findLast(({ endsAt }) => endsAt > nowMs) ?? null;
  return { window, current, next, last: known.findLast(({ endsAt }) => endsAt <= nowMs) ?? null };
}

/**
 * Windows grouped by when they take place. `now` starts with the first to end, `planned` with the next, `past` with the
 * latest.
 */
export type WindowGroups = Record<'now' | 'planned' | 'past', WindowRow[]>;

/** Groups windows; each is in one group. `nowMs` is never before a window's last change, so that it shows at once. */
export function groupWindows(windows: readonly WithId<Maintenance>[], nowMs: number): WindowGroups {
  const rows = windows.map((window) => windowRow(window, Math.max(nowMs, window.updatedAt)));
  const by = (read: (row: WindowRow) => number) => (a: WindowRow, b: WindowRow) => read(a) - read(b);
  return {
    now: rows.filter(({ current }) => current).sort(by(({ current }) => current?.endsAt ?? 0)),
    planned: rows.filter(({ current, next }) => !current && next).sort(by(({ next }) => next?.startsAt ?? 0)),
    past: rows
      .filter(({ current, next }) => !current && !next)
      .sort(by(({ last, window }) => -(last?.startsAt ?? Date.parse(`${window.start}Z`)))),
  };
}
