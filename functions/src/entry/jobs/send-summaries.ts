import { SPREAD } from '@farwatch/core/values/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { mailDueHandOvers } from '../../domain/accounts/hand-over-mails.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { users } from '../../platform/db/collections.ts';
import { readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueSpread } from '../../platform/db/tasks.ts';

/** Mails what people get at a time of day: summaries, and hand-overs of those who are on duty the day after. */
export async function sendSummaries(run: Run): Promise<void> {
  await attemptEach([enqueueSummaries, mailDueHandOvers], (part) => part(run), { what: 'parts of the mails' });
}

/** Enqueues the task `summarizeOwner` for each account whose summary is due, once for a scheduled time. */
async function enqueueSummaries(run: Run): Promise<void> {
  const due = users.collection(run.db).where('summaryDueAt', '<=', Timestamp.fromMillis(run.nowMs));
  for await (const docs of readDue(run, due.orderBy('summaryDueAt'), ['summaryDueAt'])) {
    const owners = docs.map(({ id: ownerId }) => ({ ownerId }));
    await enqueueSpread(run, 'summarizeOwner', owners, {
      keyOf: ({ ownerId }) => ownerId,
      withinMs: SPREAD.summariesMs,
    });
  }
}
