import { refusedNotice } from '@farwatch/core/decisions/notifications/notices';
import type { Notice } from '@farwatch/core/documents/notice';
import { DAY_MS } from '@farwatch/core/values/time';
import { type DocumentData, type DocumentReference, FieldPath, FieldValue } from 'firebase-admin/firestore';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { notices } from '../../platform/db/collections.ts';
import { isConflict } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueLook } from './enqueue.ts';

/** A transaction or batch. */
type Writer = { create(ref: DocumentReference, document: DocumentData): unknown };

/** Creates a notice within a transaction or batch; `enqueueLook` then sends it. */
export function createNotice(run: Run, writer: Writer, id: string, notice: Notice): void {
  const document = { ...notices.toDocument(notice), createdAt: FieldValue.serverTimestamp() };
  writer.create(notices.ref(run.db, id), document);
}

/** Creates a notice and has it sent, if none with that id exists. */
export async function notify(run: Run, id: string, notice: Notice): Promise<void> {
  const batch = run.db.batch();
  createNotice(run, batch, id, notice);
  try {
    await batch.commit();
  } catch (error) {
    if (!isConflict(error)) throw error; // the notice exists already
    return;
  }
  await enqueueLook(run, notice.ownerId);
}

/** Notifies each of these owners, at most once a day, that a part of their results cannot be stored. */
export async function notifyRefused(run: Run, ownerIds: readonly string[]): Promise<void> {
  await attemptEach(ownerIds, (ownerId) =>
    notify(run, `${dayPrefix('refused', run.nowMs)}${ownerId}`, refusedNotice(ownerId, run.nowMs)),
  );
}

/** Counts the notices of `notifyRefused` since yesterday. */
export async function countRefused({ db, nowMs }: Run): Promise<number> {
  const id = FieldPath.documentId();
  const from = notices.ref(db, dayPrefix('refused', nowMs - DAY_MS));
  const to = notices.ref(db, `${dayPrefix('refused', nowMs)}\uf8ff`);
  return (await notices.collection(db).where(id, '>=', from).where(id, '<=', to).count().get()).data().count;
}

/**
 * Returns how the ids of notices about a subject begin that are sent once a day. The days since 1970 have five digits until
 * 2243, so that their order is that of their texts.
 */
export function dayPrefix(subject: string, atMs: number): string {
  return `${subject}_${Math.floor(atMs / DAY_MS)}_`;
}
