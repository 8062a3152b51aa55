import type { Notice } from '@farwatch/core/documents/notice';
import { type DocumentData, type DocumentReference, FieldValue } from 'firebase-admin/firestore';
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
