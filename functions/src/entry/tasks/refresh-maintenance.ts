import { needsRefresh, planWindow } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { readWindows } from '../../domain/maintenance/read-windows.ts';
import { readMonitors, writeOccurrences } from '../../domain/maintenance/write-occurrences.ts';
import { maintenance } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/**
 * Task `refreshMaintenance` (docs/maintenance.md, Monitors): plans an owner's windows that are due or have too few
 * planned starts, and gives their monitors the later occurrences. What fails is put off on those windows. A conflicting
 * edit starts this over.
 */
export async function refreshMaintenance(run: Run, { ownerId }: TaskInputs['refreshMaintenance']): Promise<void> {
  const due = (await readWindows(run, null, ownerId)).filter((window) => needsRefresh(window, run.nowMs));
  if (due.length === 0) return;
  const refs = due.map(({ id }) => maintenance.ref(run.db, id));
  await attemptTask(run, refs, () => refresh(run, ownerId));
}

async function refresh(run: Run, ownerId: string): Promise<void> {
  await readThenWrite(run, async (reader, writer) => {
    const windows = await readWindows(run, reader, ownerId);
    const after = windows.map((window) => (needsRefresh(window, run.nowMs) ? planWindow(window, run.nowMs) : window));
    writeOccurrences(run, writer, await readMonitors(run, reader, ownerId), after);
    for (const [index, window] of after.entries()) {
      if (window === windows[index]) continue;
      const { planned, refreshAt } = window;
      writer.update(maintenance.ref(run.db, window.id), maintenance.toUpdate({ planned, refreshAt }));
    }
  });
}
