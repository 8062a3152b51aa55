import { builtDaysSince } from '@farwatch/core/decisions/history/due-days';
import { changedDays } from '@farwatch/core/decisions/maintenance/changed-days';
import {
  concernsMonitor,
  refreshTime,
  type WindowWithId,
} from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { isNearStart, scheduleProblem } from '@farwatch/core/decisions/maintenance/occurrences';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { MAINTENANCE } from '@farwatch/core/values/limits';
import { markDays } from '../../../domain/history/mark-days.ts';
import { readWindows } from '../../../domain/maintenance/read-windows.ts';
import {
  hasBegun,
  type MonitorMaintenance,
  markIncidents,
  readMonitors,
  writeOccurrences,
} from '../../../domain/maintenance/write-occurrences.ts';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { enqueueUpdate } from '../../../domain/pages/enqueue-update.ts';
import { firstUser } from '../../../domain/users/ensure-user.ts';
import { maintenance, users } from '../../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { runSerially } from '../../../platform/run-serially.ts';

/** Returns the desired window, given the current one; null to delete it. Called again if the edit starts over. */
type Edit = (current: WindowWithId | null) => Maintenance | null;

/**
 * Creates, changes or deletes a maintenance window in one commit: its document, the occurrences of its monitors, and
 * which of their incidents are in maintenance. Returns the window. Throws ApiError: bad_rule, unknown_monitor,
 * too_many_windows, too_many_occurrences, and what `edit` throws.
 */
export async function editWindow(run: Run, caller: Caller, id: string, edit: Edit): Promise<WindowWithId | null> {
  const { after, slugs } = await runSerially(caller.uid, () =>
    readThenWrite(run.db, (reader, writer) => editIn(run, { reader, writer }, caller, id, edit)),
  );
  // What still fails when a window ends early is announced.
  await enqueueLook(run, caller.uid);
  await enqueueUpdate(run, caller.uid, slugs);
  return after;
}

/** The window after an edit, and the status pages of its monitors. */
type Edited = { after: WindowWithId | null; slugs: string[] };

async function editIn(
  run: Run,
  access: { reader: Reader; writer: Writer },
  caller: Caller,
  id: string,
  edit: Edit,
): Promise<Edited> {
  const { reader, writer } = access;
  const [windows, monitors] = await Promise.all([
    readWindows(run, reader, caller.uid),
    readMonitors(run, reader, caller.uid),
  ]);
  const before = windows.find((each) => each.id === id) ?? null;
  const desired = edit(before);
  if (!before && !desired) return { after: null, slugs: [] };
  if (desired) refuseInvalid(run, desired, before, windows, monitors);
  const after = desired && { ...desired, refreshAt: refreshTime(desired, run.nowMs), id };
  const versions = [before, after].filter((each) => each !== null);
  const concerned = monitors.filter((each) => versions.some((window) => concernsMonitor(window, each.id)));
  const all = [...windows.filter((each) => each.id !== id), ...(after ? [after] : [])];
  const most = writeOccurrences(run, writer, concerned, all);
  if (after && most > MAINTENANCE.occurrencesPerMonitor) throw new ApiError('too_many_occurrences');
  if (versions.some((window) => hasBegun(run, window))) {
    await markIncidents(run, access, caller.uid, new Set(concerned.map((each) => each.id)), all);
    const days = changedDays(before, after, run.nowMs - MAINTENANCE.correctedMs, run.nowMs);
    const built = new Set(builtDaysSince(0, run.nowMs));
    markDays(
      run,
      writer,
      caller.uid,
      days.filter((dayAt) => built.has(dayAt)),
    );
  }
  await writeUser(run, access, caller);
  writeWindow(run, writer, id, before, after);
  return { after, slugs: concerned.flatMap(({ pages }) => pages) };
}

function refuseInvalid(
  run: Run,
  after: Maintenance,
  before: WindowWithId | null,
  windows: readonly WindowWithId[],
  monitors: readonly MonitorMaintenance[],
): void {
  if (!before && windows.length >= MAINTENANCE.windowsPerOwner) throw new ApiError('too_many_windows');
  const own = new Set(monitors.map(({ id }) => id));
  if (after.monitors?.some((id) => !own.has(id))) throw new ApiError('unknown_monitor');
  if (after.start !== before?.start && !isNearStart(after, run.nowMs)) {
    throw new ApiError('invalid', { details: [{ path: 'start', message: 'is too long ago or too far ahead' }] });
  }
  const problem = scheduleProblem(after);
  if (problem) throw new ApiError(problem);
}

/** Changes the owner's document, so that two edits, or an edit and a new monitor, conflict. */
async function writeUser(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  caller: Caller,
): Promise<void> {
  const ref = users.ref(run.db, caller.uid);
  const [document] = await reader.getAll(ref);
  const known = document ? users.read(document) : null;
  const maintenanceVersion = (known?.maintenanceVersion ?? 0) + 1;
  if (known) writer.update(ref, users.toUpdate({ maintenanceVersion }));
  else writer.create(ref, users.toDocument({ ...firstUser(caller, run.nowMs), maintenanceVersion }));
}

function writeWindow(
  run: Run,
  writer: Writer,
  id: string,
  before: Maintenance | null,
  after: WindowWithId | null,
): void {
  const ref = maintenance.ref(run.db, id);
  if (!after) {
    writer.delete(ref);
    return;
  }
  const { id: _, ...document } = after;
  if (before) writer.update(ref, maintenance.toUpdate(document));
  else writer.create(ref, maintenance.toDocument(document));
}
