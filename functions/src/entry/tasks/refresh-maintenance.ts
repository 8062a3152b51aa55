import { refreshTime } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { Timestamp } from 'firebase-admin/firestore';
import { readWindows } from '../../domain/maintenance/read-windows.ts';
import { readMonitors, writeOccurrences } from '../../domain/maintenance/write-occurrences.ts';
import { maintenance } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/**
 * Task `refreshMaintenance` (docs/maintenance.md, Monitors): gives an owner's monitors the later occurrences of the
 * windows that are due. What fails is put off on those windows. A conflicting edit starts this over.
 */
export async function refreshMaintenance(run: Run, { ownerId }: TaskInputs['refreshMaintenance']): Promise<void> {
  const due = maintenance.collection(run.db).where('refreshAt', '<=', Timestamp.fromMillis(run.nowMs));
  const { docs } = await due.where('ownerId', '==', ownerId).select().get();
  if (docs.length === 0) return;
  const refs = docs.map(({ ref }) => ref);
  await attemptTask(run, refs, () => refresh(run, ownerId));
}

async function refresh(run: Run, ownerId: string): Promise<void> {
  await readThenWrite(run.db, async (reader, writer) => {
    const windows = await readWindows(run, reader, ownerId);
    writeOccurrences(run, writer, await readMonitors(run, reader, ownerId), windows);
    for (const window of windows) {
      // The next occurrence of the others is known: looking for it is what takes long for a rule that rarely takes place.
      if (window.refreshAt === null || window.refreshAt > run.nowMs) continue;
      const refreshAt = refreshTime(window, run.nowMs);
      writer.update(maintenance.ref(run.db, window.id), maintenance.toUpdate({ refreshAt }));
    }
  });
}
