import { SPREAD } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { histories } from '../../platform/db/collections.ts';
import { readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueSpread } from '../../platform/db/tasks.ts';

/**
 * Every hour: enqueues a task for each owner whose history is due, because a day is over, a task was missed or failed,
 * or days were marked. A second run of the same time enqueues nothing. An owner who is not due costs nothing.
 */
export async function buildHistories(run: Run): Promise<void> {
  const due = histories.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readDue(run, due.orderBy('dueAt'), ['dueAt'])) {
    const inputs = docs.map(({ id: ownerId }) => ({ ownerId }));
    await enqueueSpread(run, 'buildHistory', inputs, { keyOf: ({ ownerId }) => ownerId, withinMs: SPREAD.hourlyMs });
  }
}
