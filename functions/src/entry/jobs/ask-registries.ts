import { SPREAD } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { domains } from '../../platform/db/collections.ts';
import { readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueSpread } from '../../platform/db/tasks.ts';

/**
 * Every hour: enqueues a task for each domain whose registry is to be queried, by one query. A domain that is not due
 * costs nothing.
 */
export async function askRegistries(run: Run): Promise<void> {
  const due = domains.collection(run.db).where('askAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readDue(run, due.orderBy('askAt'), ['askAt'])) {
    const inputs = docs.map(({ id: endpointId }) => ({ endpointId }));
    await enqueueSpread(run, 'askRegistry', inputs, {
      keyOf: ({ endpointId }) => endpointId,
      withinMs: SPREAD.hourlyMs,
    });
  }
}
