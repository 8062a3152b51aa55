import { ACCOUNT } from '@farwatch/core/values/limits';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Auth } from 'firebase-admin/auth';
import { type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { countAgents, deleteAccount } from '../../domain/accounts/delete-account.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { closures, users } from '../../platform/db/collections.ts';
import { fail, readDue } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';

const closesAtField = users.pick('closesAt');

/** Half of the job's time, since the largest account takes about two minutes. The next run does the rest. */
const STARTS_WITHIN_MS = 2 * MINUTE_MS;

/** The job runs every hour, so a date this old was restored from a backup, or the account had agents until now. */
const OVERDUE_MS = DAY_MS;

/**
 * Deletes the accounts whose time to be kept is over, and continues deletions that were interrupted. One account that
 * fails does not stop the others; its error is thrown at the end. Most runs find nothing and need no Auth SDK.
 */
export async function deleteDueAccounts(
  run: Run,
  loadAuth: () => Promise<Auth>,
  clock: () => number = Date.now,
): Promise<void> {
  const until = clock() + STARTS_WITHIN_MS;
  const due = users.collection(run.db).where('closesAt', '<=', Timestamp.fromMillis(run.nowMs));
  const [started, found] = await Promise.all([
    collect(readDue(run, closures.collection(run.db), [])),
    collect(readDue(run, due.orderBy('closesAt'), ['closesAt'])),
  ]);
  const startedIds = new Set(started.map(({ id }) => id));
  const accountIds = new Set([...startedIds, ...found.map(({ id }) => id)]);
  const deleteOne = async (accountId: string) => {
    if (clock() > until) return;
    if (startedIds.has(accountId) || (await startDeletion(run, accountId)))
      await deleteAccount(run, await loadAuth(), accountId);
  };
  const putOff = (accountId: string, error: unknown) =>
    fail(run, [closures.ref(run.db, accountId), users.ref(run.db, accountId)], error);
  await attemptEach(accountIds, (accountId) => deleteOne(accountId).catch((error) => putOff(accountId, error)), {
    what: 'accounts',
  });
}

async function collect(pages: AsyncIterable<QueryDocumentSnapshot[]>): Promise<QueryDocumentSnapshot[]> {
  const found: QueryDocumentSnapshot[] = [];
  for await (const docs of pages) found.push(...docs);
  return found;
}

/**
 * Records that the deletion has started, after which it cannot be stopped. Returns false if the account is kept after
 * all, or for now: its owner may have kept it after the backup that is restored, so a date long past is replaced by a
 * new one.
 */
async function startDeletion(run: Run, accountId: string): Promise<boolean> {
  const count = await countAgents(run.db, accountId);
  if (count > 0) throw new Error(`The account ${accountId} is due to be closed but has agents (${count}).`);
  return run.db.runTransaction(async (tx) => {
    const ref = users.ref(run.db, accountId);
    const user = closesAtField.read(await tx.get(ref));
    if (!user || user.closesAt === null || user.closesAt > run.nowMs) return false;
    if (user.closesAt < run.nowMs - OVERDUE_MS) {
      tx.update(ref, users.toUpdate({ closesAt: run.nowMs + ACCOUNT.closesAfterMs }));
      return false;
    }
    tx.set(closures.ref(run.db, accountId), closures.toDocument({ startedAt: run.nowMs }));
    return true;
  });
}
