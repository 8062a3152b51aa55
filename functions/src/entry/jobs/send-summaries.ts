import { SPREAD } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { users } from '../../platform/db/collections.ts';
import { readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueSpread } from '../../platform/db/tasks.ts';

/** Enqueues the task `summarizeOwner` for each account whose summary is due, once for a scheduled time. */
export async function sendSummaries(run: Run): Promise<void> {
  const due = users.collection(run.db).where('summaryDueAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readDue(run, due.orderBy('summaryDueAt'), ['summaryDueAt'])) {
    const owners = docs.map(({ id: ownerId }) => ({ ownerId }));
    await enqueueSpread(run, 'summarizeOwner', owners, {
      keyOf: ({ ownerId }) => ownerId,
      withinMs: SPREAD.summariesMs,
    });
  }
}
