import type { Notice } from '@farwatch/core/documents/notice';
import { DAY_MS } from '@farwatch/core/values/time';
import { FieldPath } from 'firebase-admin/firestore';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { agents, notices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { notify } from './notices.ts';

const agentOwner = agents.pick('ownerId');
const createdFields = notices.pick('createdAt');
/** Agents that are looked at for who runs this installation. */
const MAX_AGENTS = 200;

/**
 * Notifies the admins with agents, once a day for each subject: roles are in Auth, which cannot be searched for them.
 * `subject` is part of the notices' ids.
 */
export async function notifyOperators(run: Run, subject: string, noticeTo: (adminId: string) => Notice): Promise<void> {
  const found = await agentOwner.find(agents.collection(run.db).limit(MAX_AGENTS));
  await attemptEach(new Set(found.map(({ ownerId }) => ownerId)), (adminId) =>
    notify(run, `${subject}_${dayOf(run.nowMs)}_${adminId}`, noticeTo(adminId)),
  );
}

/** Returns when operators were last notified of that subject since yesterday, epoch ms; null if they were not. */
export async function lastNotifiedAt({ db, nowMs }: Run, subject: string): Promise<number | null> {
  const id = FieldPath.documentId();
  const [from, to] = [nowMs - DAY_MS, nowMs].map((atMs) => `${subject}_${dayOf(atMs)}_`);
  const since = notices.collection(db).where(id, '>=', notices.ref(db, from ?? ''));
  const found = since
    .where(id, '<=', notices.ref(db, `${to}\uf8ff`))
    .orderBy(id, 'desc')
    .limit(1);
  return (await createdFields.find(found))[0]?.createdAt ?? null;
}

/** The days since 1970 have five digits until 2243, so that their order is that of their texts. */
function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
