import { refreshTime } from '@farwatch/core/decisions/maintenance/monitor-occurrences';
import { Timestamp } from 'firebase-admin/firestore';
import { readWindows } from '../../domain/maintenance/read-windows.ts';
import { readMonitors, writeOccurrences } from '../../domain/maintenance/write-occurrences.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { maintenance } from '../../platform/db/collections.ts';
import { findAll } from '../../platform/db/pages.ts';
import { readThenWrite } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';

const AT_ONCE = 300;
const OWNERS_AT_ONCE = 5;
const dueFields = maintenance.pick('ownerId', 'refreshAt');

/**
 * Every hour: updates the monitors of windows whose next occurrence has come within eight days. If there are none, it
 * reads one document.
 */
export async function refreshMaintenance(run: Run): Promise<void> {
  const due = maintenance.collection(run.db).where('refreshAt', '<=', Timestamp.fromMillis(run.nowMs));
  const found = await findAll(due.orderBy('refreshAt'), dueFields, AT_ONCE);
  const owners = new Set(found.map(({ ownerId }) => ownerId));
  await attemptEach(owners, (ownerId) => refreshOwner(run, ownerId), { atOnce: OWNERS_AT_ONCE, what: 'owners' });
}

/** A conflicting edit of a window or monitor starts this over. */
async function refreshOwner(run: Run, ownerId: string): Promise<void> {
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
