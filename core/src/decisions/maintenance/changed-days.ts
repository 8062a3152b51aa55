import { daysIn } from '../../values/history/levels.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { expandWindows, type WindowWithId } from './monitor-occurrences.ts';

type Version = WindowWithId | null;

/** Returns the UTC days since a time, up to now, whose maintenance an edit of a window has changed. */
export function changedDays(before: Version, after: Version, sinceMs: number, nowMs: number): number[] {
  const past = { fromMs: sinceMs, toMs: nowMs };
  const [old, current] = [before, after].map((window) => new Map(window ? occurrences(window, past) : []));
  const changed = [...(old ?? []), ...(current ?? [])].filter(([key]) => old?.has(key) !== current?.has(key));
  return [...new Set(changed.flatMap(([, range]) => daysIn(range)))].sort((a, b) => a - b);
}

/**
 * Returns these days and those that depend on them, in order: whether an outage runs at the start of a day follows from the
 * maintenance of the days before it, back to the start of its incident (docs/status.md, Outages).
 */
export function withCarried(days: readonly number[], incidents: readonly Range[]): number[] {
  const carried = incidents.flatMap((incident) => {
    const own = daysIn(incident);
    const first = own.findIndex((dayAt) => days.includes(dayAt));
    return first < 0 ? [] : own.slice(first);
  });
  return [...new Set([...days, ...carried])].sort((a, b) => a - b);
}

/** A window's occurrences, by what makes them the same: their times and monitors. */
function occurrences(window: WindowWithId, past: { fromMs: number; toMs: number }) {
  const { monitors } = window;
  return expandWindows([window], past).flatMap((each) =>
    each.occurrences.map(({ startsAt, endsAt }) => {
      const range = { fromMs: Math.max(past.fromMs, startsAt), toMs: Math.min(past.toMs, endsAt) };
      return [`${startsAt} ${endsAt} ${monitors?.toSorted().join()}`, range] as const;
    }),
  );
}
