import { Timestamp } from 'firebase-admin/firestore';
import { domains } from '../../platform/db/collections.ts';
import { readPages } from '../../platform/db/pages.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';

const AT_ONCE = 300;

/**
 * Every hour: enqueues a task for each domain whose registry is to be queried, by one query. A domain that is not due
 * costs nothing.
 */
export async function askRegistries(run: Run): Promise<void> {
  const due = domains.collection(run.db).where('askAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readPages(due.orderBy('askAt').select('askAt'), AT_ONCE)) {
    await enqueueAll(
      run,
      'askRegistry',
      docs.map(({ id: endpointId }) => ({ endpointId })),
    );
  }
}
