import type { Maintenance, Occurrence } from '../../documents/maintenance.ts';
import { MAINTENANCE } from '../../values/limits.ts';
import { isPlanned, nextStart, occurrencesOf, planStarts } from './occurrences.ts';

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

/**
 * Returns the window with its planned starts, and with the time when its monitors need its next occurrence or readers
 * more starts. Expands its rule, unless enough starts are stored.
 */
export function planWindow<Window extends Maintenance>(window: Window, nowMs: number): Window {
  const planned = isPlanned(window, nowMs) ? window.planned : planStarts(window, nowMs);
  const next = nextStart({ ...window, planned }, keptTime(nowMs).toMs);
  const times = [
    next === null ? null : next - MAINTENANCE.aheadMs,
    planned?.toMs && planned.toMs - MAINTENANCE.listedMs,
  ];
  const known = times.filter((at) => typeof at === 'number');
  return { ...window, planned, refreshAt: known.length === 0 ? null : Math.min(...known) };
}

/** Whether the task that refreshes an owner's windows has to change this one. */
export function needsRefresh(window: Maintenance, nowMs: number): boolean {
  return !isPlanned(window, nowMs) || (window.refreshAt !== null && window.refreshAt <= nowMs);
}
