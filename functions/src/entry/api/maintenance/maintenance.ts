import { type MaintenanceAnswer, maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { changedWindow, endedWindow } from '@farwatch/core/decisions/maintenance/edit-window';
import type { WindowWithId } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { isPlannedStart, occurrencesOf } from '@farwatch/core/decisions/maintenance/occurrences';
import type { Maintenance } from '@farwatch/core/documents/maintenance';
import { MAINTENANCE } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { readWindows } from '../../../domain/maintenance/read-windows.ts';
import { maintenance } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { editWindow } from './edit-window.ts';

export const listWindows = route(maintenanceCalls.list, {
  run: async (run, caller) => {
    const windows = await readWindows(run, null, caller.uid);
    return { windows: windows.toSorted((a, b) => a.createdAt - b.createdAt).map((each) => answerOf(run, each)) };
  },
});

export const createWindow = route(maintenanceCalls.create, {
  run: (run, caller, { body }) => {
    const document = { ...body, ownerId: caller.uid, endings: {}, refreshAt: null };
    const created: Maintenance = { ...document, createdAt: run.nowMs, updatedAt: run.nowMs };
    return saveWindow(run, caller, maintenance.collection(run.db).doc().id, () => created);
  },
});

export const changeWindow = route(maintenanceCalls.change, {
  run: (run, caller, { params: { id }, body }) =>
    saveWindow(run, caller, id, (current) => changedWindow(existing(current), body, run.nowMs)),
});

export const endOccurrence = route(maintenanceCalls.end, {
  run: (run, caller, { params: { id }, body }) => {
    const [startsAt, endsAt] = [Date.parse(body.startsAt), Date.parse(body.endsAt)];
    if (endsAt < startsAt) throw invalidEnd('is before its start');
    if (endsAt > startsAt + MAINTENANCE.longestMin * MINUTE_MS) throw invalidEnd('is more than 7 days after its start');
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

function invalidEnd(message: string): ApiError {
  return new ApiError('invalid', { details: [{ path: 'endsAt', message }] });
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
  const { ownerId: _, endings: __, refreshAt: ___, updatedAt: ____, createdAt, ...fields } = window;
  const fromMs = nowMs - MAINTENANCE.correctedMs;
  const all = occurrencesOf(window, fromMs, nowMs + MAINTENANCE.listedMs);
  const past = all.filter(({ endsAt }) => endsAt <= nowMs).slice(-MAINTENANCE.listed / 2);
  const others = all.filter(({ endsAt }) => endsAt > nowMs);
  const occurrences = [...past, ...others].slice(0, MAINTENANCE.listed);
  return {
    ...fields,
    occurrences: occurrences.map(({ startsAt, endsAt }) => ({ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) })),
    createdAt: isoOf(createdAt),
  };
}
