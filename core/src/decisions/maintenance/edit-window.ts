import type { Maintenance, MaintenanceFields } from '../../documents/maintenance.ts';
import { MAINTENANCE } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';
import type { WindowWithId } from './monitor-occurrences.ts';
import { plannedEnd } from './occurrences.ts';

const LONGEST_MS = MAINTENANCE.longestMin * MINUTE_MS;

/**
 * The fields of a changed window. What ended early or was cancelled stays so; a new length replaces the extension or
 * early end of an occurrence that is not over.
 */
export function changedWindow(before: Maintenance, fields: MaintenanceFields, nowMs: number): Maintenance {
  const isSameLength = fields.durationMin === before.durationMin;
  const endings = Object.entries(before.endings).filter(
    ([startsAt, endsAt]) => isSameLength || endsAt <= nowMs || endsAt === Number(startsAt),
  );
  return { ...before, ...fields, endings: Object.fromEntries(endings), planned: null, updatedAt: nowMs };
}

/** The window after one occurrence was given another end; those too old to change anything are forgotten. */
export function endedWindow(window: Maintenance, startsAt: number, endsAt: number, nowMs: number): Maintenance {
  const endings: Record<string, number> = { ...window.endings, [startsAt]: endsAt };
  const kept = Object.entries(endings).filter(([each, end]) => {
    const start = Number(each);
    return end !== plannedEnd(window, start) && start >= nowMs - MAINTENANCE.correctedMs - LONGEST_MS;
  });
  return { ...window, endings: Object.fromEntries(kept), updatedAt: nowMs };
}

/**
 * What the deletion of a monitor leaves of a window: null if it was for no other. A window for all monitors stays.
 */
export function windowWithout(window: WindowWithId, monitorId: string): WindowWithId | null {
  const monitors = window.monitors?.filter((id) => id !== monitorId) ?? null;
  return monitors?.length === 0 ? null : { ...window, monitors };
}
