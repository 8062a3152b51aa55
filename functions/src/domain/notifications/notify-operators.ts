import type { Notice } from '@farwatch/core/documents/notice';
import { DAY_MS } from '@farwatch/core/values/time';
import { FieldPath } from 'firebase-admin/firestore';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { notices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readOperators } from './agent-notices.ts';
import { dayPrefix, notify } from './notices.ts';

const createdFields = notices.pick('createdAt');

/** Notifies each operator, unless a notice with that id exists. */
export async function notifyOperators(
  run: Run,
  idOf: (adminId: string) => string,
  noticeTo: (adminId: string) => Notice,
): Promise<void> {
  await attemptEach(await readOperators(run), (adminId) => notify(run, idOf(adminId), noticeTo(adminId)));
}

/** Notifies the operators, once a day for each subject. */
export function notifyOperatorsDaily(run: Run, subject: string, noticeTo: (adminId: string) => Notice): Promise<void> {
  return notifyOperators(run, (adminId) => `${dayPrefix(subject, run.nowMs)}${adminId}`, noticeTo);
}

/** Returns when operators were last notified of that subject since yesterday, epoch ms; null if they were not. */
export async function lastNotifiedAt(run: Run, subject: string): Promise<number | null> {
  const today = await notifiedAt(run, dayPrefix(subject, run.nowMs));
  return today ?? (await notifiedAt(run, dayPrefix(subject, run.nowMs - DAY_MS)));
}

async function notifiedAt({ db }: Run, prefix: string): Promise<number | null> {
  const id = FieldPath.documentId();
  const since = notices.collection(db).where(id, '>=', notices.ref(db, prefix));
  const [found] = await createdFields.find(since.where(id, '<=', notices.ref(db, `${prefix}\uf8ff`)).limit(1));
  return found?.createdAt ?? null;
}
