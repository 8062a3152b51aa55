import { Timestamp } from 'firebase-admin/firestore';
import { histories } from '../../platform/db/collections.ts';
import { readPages } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';

const AT_ONCE = 300;

/**
 * Every hour: enqueues a task for each owner whose history is due, because a day is over, a task was missed or failed,
 * or days were marked. An owner who is not due costs nothing.
 */
export async function buildHistories(run: Run): Promise<void> {
  const due = histories.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readPages(due.orderBy('dueAt').select('dueAt'), AT_ONCE)) {
    await enqueueAll(
      run,
      'buildHistory',
      docs.map(({ id: ownerId }) => ({ ownerId })),
    );
  }
}
