import { Timestamp } from 'firebase-admin/firestore';
import { pages } from '../../../platform/db/collections.ts';
import { readDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';
import { enqueueAll } from '../../../platform/db/tasks.ts';

/** The pages that are due first; the others follow with the next sweep. */
const MOST = 1000;
const dueFields = pages.pick('ownerId', 'dueAt');

/** Enqueues the tasks of pages that are due. */
export async function sweepPages(run: Run): Promise<void> {
  const due = pages.collection(run.db).where('dueAt', '<=', Timestamp.fromMillis(run.nowMs)).orderBy('dueAt');
  for await (const docs of readDue(run, due, dueFields.names, MOST)) {
    const found = docs.flatMap((doc) => {
      const page = dueFields.readIfValid(doc);
      return page ? [{ ownerId: page.ownerId, slugs: [doc.id], isWhole: false }] : [];
    });
    await enqueueAll(run, 'updatePages', found);
  }
}

/** Enqueues a task for the owners of incidents that changed lately: the one for their pages may be lost. */
export async function sweepPagesOf(run: Run, ownerIds: Iterable<string>): Promise<void> {
  const inputs = [...ownerIds].map((ownerId) => ({ ownerId, slugs: null, isWhole: false }));
  await enqueueAll(run, 'updatePages', inputs);
}
