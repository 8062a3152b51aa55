import { isDeepStrictEqual } from 'node:util';
import { failingSince, occurrenceAt } from '@farwatch/core/decisions/maintenance/in-maintenance';
import {
  type ExpandedWindow,
  expandWindows,
  keptTime,
  occurrencesFor,
  type WindowWithId,
} from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { MAINTENANCE } from '@farwatch/core/values/limits';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { incidents, monitors } from '../../platform/db/collections.ts';
import type { Reader, Writer } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import { incidentTouched } from '../status/status-documents.ts';

const monitorFields = monitors.pick('maintenance', 'pages');
const incidentFields = incidents.pick('monitorId', 'status', 'outage', 'triggeredAt', 'resolvedAt', 'maintenance');

/** What a monitor's document has of its maintenance, and the status pages that show it. */
export type MonitorMaintenance = { id: string; maintenance: Occurrence[]; pages: string[] };

export function readMonitors(run: Run, reader: Reader, ownerId: string): Promise<MonitorMaintenance[]> {
  return monitorFields.find(monitors.collection(run.db).where('ownerId', '==', ownerId), reader);
}

/** Writes the occurrences of these windows to the monitors that have others. Returns the largest number of one. */
export function writeOccurrences(
  run: Run,
  writer: Writer,
  own: readonly MonitorMaintenance[],
  windows: readonly WindowWithId[],
): number {
  const expanded = expandWindows(windows, keptTime(run.nowMs));
  let most = 0;
  for (const { id, maintenance: before } of own) {
    const all = occurrencesFor(expanded, id);
    most = Math.max(most, all.length);
    const kept = all.slice(0, MAINTENANCE.occurrencesPerMonitor);
    if (isDeepStrictEqual(kept, before)) continue;
    const change = { ...monitors.toUpdate({ maintenance: kept }), updatedAt: FieldValue.serverTimestamp() };
    writer.update(monitors.ref(run.db, id), change);
  }
  return most;
}

/**
 * Marks the incidents of these monitors that started in maintenance by these windows, and no others: of the last 35 days,
 * the newest 500, and as many active ones that are older. Channels look at the active ones again. Returns how long each of
 * the monitors' incidents continued.
 */
export async function markIncidents(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  ownerId: string,
  monitorIds: ReadonlySet<string>,
  windows: readonly WindowWithId[],
): Promise<Range[]> {
  const sinceMs = run.nowMs - MAINTENANCE.correctedMs;
  const expanded = expandWindows(windows, { fromMs: sinceMs, toMs: keptTime(run.nowMs).toMs });
  const occurrencesOf = new Map([...monitorIds].map((id) => [id, occurrencesFor(expanded, id)]));
  const own = (await readIncidents(run, reader, ownerId, sinceMs)).filter(({ monitorId }) => monitorIds.has(monitorId));
  for (const { id, maintenance: before, ...incident } of own) {
    const occurrences = occurrencesOf.get(incident.monitorId);
    if (!occurrences || failingSince(incident) < sinceMs) continue;
    const after = occurrenceAt(occurrences, failingSince(incident));
    // The hold of an active one that started before the maintenance may end at another time, so channels process it. They
    // have forgotten what they announced of those that ended long ago, and would announce it again.
    const isActive = incident.status === 'active';
    if (!isActive && isDeepStrictEqual(after, before)) continue;
    const change = incidents.toUpdate({ maintenance: after });
    const looked = isActive ? incidentTouched({ ownerId }) : {};
    writer.update(incidents.ref(run.db, id), { ...change, ...looked });
  }
  return own.map(({ triggeredAt, resolvedAt }) => ({ fromMs: triggeredAt, toMs: resolvedAt ?? run.nowMs }));
}

async function readIncidents(run: Run, reader: Reader, ownerId: string, sinceMs: number) {
  const since = Timestamp.fromMillis(sinceMs);
  const own = incidents.collection(run.db).where('ownerId', '==', ownerId);
  const newest = own.orderBy('triggeredAt', 'desc').limit(MAINTENANCE.incidentsPerEdit);
  const active = own.where('status', '==', 'active').orderBy('triggeredAt', 'desc').limit(MAINTENANCE.incidentsPerEdit);
  const found = await Promise.all([
    incidentFields.find(newest.where('triggeredAt', '>=', since), reader),
    incidentFields.find(active.where('triggeredAt', '<', since), reader),
  ]);
  return found.flat();
}

/** Whether any occurrence of a window may have had incidents that are still marked. */
export function hasStarted(run: Run, window: WindowWithId): boolean {
  const time = { fromMs: run.nowMs - MAINTENANCE.correctedMs, toMs: run.nowMs + 1 };
  const expanded: ExpandedWindow[] = expandWindows([window], time);
  return expanded.some(({ occurrences }) => occurrences.length > 0);
}
