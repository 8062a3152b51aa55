import type { Maintenance, Occurrence } from '../../documents/maintenance.ts';
import { MAINTENANCE } from '../../values/limits.ts';
import { nextStart, occurrencesOf } from './occurrences.ts';

/** Epoch ms; `toMs` is no longer part of it. */
type Time = { fromMs: number; toMs: number };

export type WindowWithId = Maintenance & { id: string };

/** Whether a window is for this monitor. */
export function concernsMonitor({ monitors }: Pick<Maintenance, 'monitors'>, monitorId: string): boolean {
  return monitors === null || monitors.includes(monitorId);
}

/** A window with its occurrences that overlap some time. */
export type ExpandedWindow = Pick<Maintenance, 'monitors'> & { occurrences: Occurrence[] };

/** Expands windows over a time. Rules are the slow part, so this is done once for all monitors. */
export function expandWindows(windows: readonly WindowWithId[], { fromMs, toMs }: Time): ExpandedWindow[] {
  return windows.map((window) => {
    const { id, name, monitors } = window;
    return { monitors, occurrences: occurrencesOf(window, fromMs, toMs).map((each) => ({ ...each, id, name })) };
  });
}

/** The occurrences of a monitor, the earliest first. */
export function occurrencesFor(expanded: readonly ExpandedWindow[], monitorId: string): Occurrence[] {
  return expanded
    .flatMap((window) => (concernsMonitor(window, monitorId) ? window.occurrences : []))
    .toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1));
}

/** The time whose occurrences a monitor's document has. */
export function keptTime(nowMs: number): Time {
  return { fromMs: nowMs - MAINTENANCE.keptMs, toMs: nowMs + MAINTENANCE.aheadMs };
}

/** When the monitors of a window need its next occurrence, epoch ms; null if there is none. */
export function refreshTime(window: Maintenance, nowMs: number): number | null {
  const next = nextStart(window, keptTime(nowMs).toMs);
  return next === null ? null : next - MAINTENANCE.aheadMs;
}
