import { SPREAD } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { maintenance } from '../../platform/db/collections.ts';
import { readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueSpread } from '../../platform/db/tasks.ts';

const dueFields = maintenance.pick('ownerId', 'refreshAt');

/**
 * Every hour: enqueues a task for each owner of windows whose next occurrence has come within eight days. If there are
 * none, it reads one document.
 */
export async function enqueueRefreshes(run: Run): Promise<void> {
  const due = maintenance.collection(run.db).where('refreshAt', '<=', Timestamp.fromMillis(run.nowMs));
  const owners = new Set<string>();
  for await (const docs of readDue(run, due.orderBy('refreshAt'), dueFields.names)) {
    for (const doc of docs) {
      const window = dueFields.readIfValid(doc);
      if (window) owners.add(window.ownerId);
    }
  }
  const inputs = [...owners].map((ownerId) => ({ ownerId }));
  await enqueueSpread(run, 'refreshMaintenance', inputs, {
    keyOf: ({ ownerId }) => ownerId,
    withinMs: SPREAD.hourlyMs,
  });
}
