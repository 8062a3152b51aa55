import type { Notice } from '@farwatch/core/documents/notice';
import { DAY_MS } from '@farwatch/core/values/time';
import { FieldPath } from 'firebase-admin/firestore';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { notices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readOperators } from './agent-notices.ts';
import { notify } from './notices.ts';

const createdFields = notices.pick('createdAt');

/** Notifies the operators, once a day for each subject, which is part of the notices' ids. */
export async function notifyOperators(run: Run, subject: string, noticeTo: (adminId: string) => Notice): Promise<void> {
  await attemptEach(await readOperators(run), (adminId) =>
    notify(run, `${subject}_${dayOf(run.nowMs)}_${adminId}`, noticeTo(adminId)),
  );
}

/** Returns when operators were last notified of that subject since yesterday, epoch ms; null if they were not. */
export async function lastNotifiedAt(run: Run, subject: string): Promise<number | null> {
  const today = await notifiedAt(run, `${subject}_${dayOf(run.nowMs)}_`);
  return today ?? (await notifiedAt(run, `${subject}_${dayOf(run.nowMs - DAY_MS)}_`));
}

async function notifiedAt({ db }: Run, prefix: string): Promise<number | null> {
  const id = FieldPath.documentId();
  const since = notices.collection(db).where(id, '>=', notices.ref(db, prefix));
  const [found] = await createdFields.find(since.where(id, '<=', notices.ref(db, `${prefix}\uf8ff`)).limit(1));
  return found?.createdAt ?? null;
}

/** The days since 1970. */
function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
