import { type MaintenanceAnswer, maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { builtDaysSince } from '@farwatch/core/decisions/history/due-days';
import { changedDays, withCarried } from '@farwatch/core/decisions/maintenance/changed-days';
import { changedWindow, endedWindow } from '@farwatch/core/decisions/maintenance/edit-window';
import {
  concernsMonitor,
  planWindow,
  type WindowWithId,
} from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import {
  isNearStart,
  isPlanned,
  isPlannedStart,
  occurrencesOf,
  scheduleProblem,
} from '@farwatch/core/decisions/maintenance/occurrences';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { MAINTENANCE } from '@farwatch/core/values/limits';
import { hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import { markDays } from '../../../domain/history/mark-days.ts';
import { readWindows } from '../../../domain/maintenance/read-windows.ts';
import {
  hasStarted,
  type MonitorMaintenance,
  markIncidents,
  readMonitors,
  writeOccurrences,
} from '../../../domain/maintenance/write-occurrences.ts';
import { refuseManagedTwice } from '../../../domain/monitors/refuse-managed-twice.ts';
import { enqueueLook } from '../../../domain/notifications/enqueue.ts';
import { enqueueMailings, enqueueUpdate } from '../../../domain/pages/enqueue-update.ts';
import { type CreatedMailing, mailMaintenance } from '../../../domain/pages/mail-maintenance.ts';
import { firstUser } from '../../../domain/users/ensure-user.ts';
import { changedNames } from '../../../platform/db/activity.ts';
import { maintenance, users } from '../../../platform/db/collections.ts';
import { type Reader, readThenWrite, type Writer } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { runSerially } from '../../../platform/run-serially.ts';

export const listWindows = route(maintenanceCalls.list, {
  run: async (run, caller) => {
    const windows = await readWindows(run, null, caller.accountId);
    if (windows.some((each) => !isPlanned(each, run.nowMs))) await planLater(run, caller.accountId);
    return { windows: windows.toSorted((a, b) => a.createdAt - b.createdAt).map((each) => answerOf(run, each)) };
  },
});

/** Has the starts stored that documents of an earlier version lack; once an hour, in case they cannot be. */
function planLater(run: Run, ownerId: string): Promise<void> {
  return run.tasks.enqueue('refreshMaintenance', { ownerId }, `${ownerId}-${hourStart(run.nowMs)}`);
}

export const createWindow = route(maintenanceCalls.create, {
  run: (run, caller, { body }) => {
    const document = { ...body, ownerId: caller.accountId, endings: {}, planned: null, refreshAt: null };
    const created: Maintenance = { ...document, createdAt: run.nowMs, updatedAt: run.nowMs };
    return saveWindow(run, caller, maintenance.collection(run.db).doc().id, () => created);
  },
  repeat: async (run, caller, id) => {
    const windows = await readWindows(run, null, caller.accountId);
    const created = windows.find((each) => each.id === id);
    if (!created) throw new ApiError('not_found');
    return answerOf(run, created);
  },
});

export const changeWindow = route(maintenanceCalls.change, {
  run: (run, caller, { params: { id }, body }) =>
    saveWindow(run, caller, id, (current) => changedWindow(existing(current), body, run.nowMs)),
});

export const endOccurrence = route(maintenanceCalls.end, {
  run: (run, caller, { params: { id }, body }) => {
    const [startsAt, endsAt] = [Date.parse(body.startsAt), Date.parse(body.endsAt)];
    if (endsAt < startsAt) throw fieldError('endsAt', 'is before its start');
    if (endsAt > startsAt + MAINTENANCE.longestMin * MINUTE_MS)
      throw fieldError('endsAt', 'is more than 7 days after its start');
    return saveWindow(run, caller, id, (current) => {
      const window = existing(current);
      if (!isPlannedStart(window, startsAt)) throw new ApiError('unknown_occurrence');
      return endedWindow(window, startsAt, endsAt, run.nowMs);
    });
  },
});

export const removeWindow = route(maintenanceCalls.remove, {
  run: async (run, caller, { params: { id } }) => {
    let hasExisted = false;
    await editWindow(run, caller, id, (current) => {
      // If it is gone on a retry, the first attempt was committed and only its answer was lost.
      if (!hasExisted) existing(current);
      hasExisted = true;
      return null;
    });
    return DONE;
  },
});

function existing(current: WindowWithId | null): Maintenance {
  if (!current) throw new ApiError('not_found');
  const { id: _, ...window } = current;
  return window;
}

async function saveWindow(
  run: Run,
  caller: Caller,
  id: string,
  edit: (current: WindowWithId | null) => Maintenance,
): Promise<MaintenanceAnswer> {
  const saved = await editWindow(run, caller, id, edit);
  if (!saved) throw new ApiError('not_found');
  return answerOf(run, saved);
}

/** A window as answers have it: of more than 200 occurrences the last 100, as far as there are more to come. */
function answerOf({ nowMs }: Run, window: WindowWithId): MaintenanceAnswer {
  const { ownerId: _, endings: __, planned: ___, refreshAt: ____, updatedAt: _____, createdAt, ...stored } = window;
  const { managed = null, ...fields } = stored;
  const fromMs = nowMs - MAINTENANCE.correctedMs;
  const all = occurrencesOf(window, fromMs, nowMs + MAINTENANCE.listedMs);
  const past = all.filter(({ endsAt }) => endsAt <= nowMs).slice(-MAINTENANCE.listed / 2);
  const others = all.filter(({ endsAt }) => endsAt > nowMs);
  const occurrences = [...past, ...others].slice(0, MAINTENANCE.listed);
  return {
    ...fields,
    occurrences: occurrences.map(({ startsAt, endsAt }) => ({ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) })),
    managed,
    createdAt: isoOf(createdAt),
  };
}

/** Returns the desired window, given the current one; null to delete it. Called again if the edit starts over. */
type Edit = (current: WindowWithId | null) => Maintenance | null;

/**
 * Creates, changes or deletes a maintenance window in one commit: its document, the occurrences of its monitors, and
 * which of their incidents are in maintenance. Returns the window. Throws ApiError: conflict, bad_rule,
 * unknown_monitor, too_many_windows, too_many_occurrences, and what `edit` throws.
 */
async function editWindow(run: Run, caller: Caller, id: string, edit: Edit): Promise<WindowWithId | null> {
  const { after, slugs, mailings } = await runSerially(caller.accountId, () =>
    readThenWrite(run, (reader, writer) => editIn(run, { reader, writer }, caller, id, edit)),
  );
  // What still fails when a window ends early is announced.
  await enqueueLook(run, caller.accountId);
  await enqueueUpdate(run, caller.accountId, slugs);
  for (const { slug, mailingId } of mailings) await enqueueMailings(run, slug, [mailingId]);
  return after;
}

/** The window after an edit, the status pages of its monitors, and the mails to their subscribers. */
type Edited = { after: WindowWithId | null; slugs: string[]; mailings: CreatedMailing[] };

async function editIn(
  run: Run,
  access: { reader: Reader; writer: Writer },
  caller: Caller,
  id: string,
  edit: Edit,
): Promise<Edited> {
  const { reader, writer } = access;
  const [windows, monitors] = await Promise.all([
    readWindows(run, reader, caller.accountId),
    readMonitors(run, reader, caller.accountId),
  ]);
  const before = windows.find((each) => each.id === id) ?? null;
  const desired = edit(before);
  if (!before && !desired) return { after: null, slugs: [], mailings: [] };
  if (desired) {
    refuseManagedTwice({ ...desired, id }, windows);
    refuseInvalid(run, desired, before, windows, monitors);
  }
  const after = desired && planWindow({ ...desired, id }, run.nowMs);
  const fields = changedNames(before, after, ['planned', 'refreshAt', 'updatedAt']);
  run.activity?.describe({ id, name: (after ?? before)?.name ?? '', fields });
  const versions = [before, after].filter((each) => each !== null);
  const concerned = monitors.filter((each) => versions.some((window) => concernsMonitor(window, each.id)));
  const all = [...windows.filter((each) => each.id !== id), ...(after ? [after] : [])];
  const most = writeOccurrences(run, writer, concerned, all);
  if (after && most > MAINTENANCE.occurrencesPerMonitor)
    throw fieldError('rule', 'repeats too often, together with the other windows', 'too_many_occurrences');
  if (versions.some((window) => hasStarted(run, window))) {
    const lasted = await markIncidents(run, access, caller.accountId, new Set(concerned.map((each) => each.id)), all);
    const days = withCarried(changedDays(before, after, run.nowMs - MAINTENANCE.correctedMs, run.nowMs), lasted);
    const built = new Set(builtDaysSince(0, run.nowMs));
    markDays(
      run,
      writer,
      caller.accountId,
      days.filter((dayAt) => built.has(dayAt)),
    );
  }
  const slugs = concerned.flatMap(({ pages }) => pages);
  const mailings = await mailMaintenance(run, access, { id, before, after }, slugs);
  await writeUser(run, access, caller);
  writeWindow(run, writer, id, before, after);
  return { after, slugs, mailings };
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
  const unknown = after.monitors?.findIndex((id) => !own.has(id)) ?? -1;
  if (unknown >= 0) throw fieldError(`monitors.${unknown}`, 'does not exist', 'unknown_monitor');
  if (after.start !== before?.start && !isNearStart(after, run.nowMs)) {
    throw fieldError('start', 'is too long ago or too far ahead');
  }
  const problem = scheduleProblem(after);
  if (problem)
    throw fieldError('rule', problem === 'bad_rule' ? 'is no rule that takes place' : 'repeats too often', problem);
}

/** Changes the owner's document, so that two edits, or an edit and a new monitor, conflict. */
async function writeUser(
  run: Run,
  { reader, writer }: { reader: Reader; writer: Writer },
  caller: Caller,
): Promise<void> {
  const ref = users.ref(run.db, caller.accountId);
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
