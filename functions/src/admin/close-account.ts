import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { Caller } from '../api/authenticate.ts';
import { editMonitor } from '../api/monitors/edit-monitor.ts';
import { agents, assignments, endpoints, monitors, statusEvents } from '../db/kinds.ts';
import { pagesOf } from '../db/pages.ts';
import type { Run } from '../db/run.ts';
import { documentsOf } from './account-documents.ts';

/** How often documents are looked for again that were written meanwhile. */
const MOST_PASSES = 5;
const AT_ONCE = 300;

/**
 * Closes an account for good: it is signed out everywhere, its monitors are deleted as their owner would, then all its
 * other documents and the account itself, which comes last, so that it may be done again after a failure. Returns the
 * number of documents. Throws an error for an admin who still has agents.
 */
export async function closeAccount(run: Run, auth: Auth, account: UserRecord): Promise<number> {
  const { uid } = account;
  const own = await agents.collection(run.db).where('ownerId', '==', uid).count().get();
  const { count } = own.data();
  if (count > 0) throw new Error(`The account has agents (${count}). Delete them in the app first.`);
  await auth.updateUser(uid, { disabled: true });
  await auth.revokeRefreshTokens(uid);
  let deleted = 0;
  for (let pass = 1; ; pass += 1) {
    await deleteHistories(run, uid);
    await deleteMonitors(run, account);
    // What no monitor explains by then is deleted as it is.
    const found = await deleteDocuments(run, uid, pass >= MOST_PASSES - 1 ? () => false : isInUse);
    deleted += found;
    if (found === 0) break;
    if (pass === MOST_PASSES) throw new Error('Documents of the account are still being written. Try again later.');
  }
  await auth.deleteUser(uid);
  return deleted;
}

/** Agents and assignments are told of it as by the app. */
async function deleteMonitors(run: Run, { uid, email = '', displayName = '' }: UserRecord): Promise<void> {
  const caller: Caller = { uid, email, displayName, role: 'user', language: 'en' };
  // Cleaning that cannot be handed on is done at once.
  const tasks: Run['tasks'] = { enqueue: () => Promise.reject(new Error('No tasks are taken here.')) };
  const found = await monitors.collection(run.db).where('ownerId', '==', uid).select().get();
  for (const { id } of found.docs) await editMonitor({ ...run, tasks }, caller, id, () => null);
}

/** Before their endpoints are gone, since nothing else names the account that they belong to. */
async function deleteHistories({ db }: Run, uid: string): Promise<void> {
  const owned = endpoints.collection(db).where('ownerId', '==', uid).select();
  for await (const page of pagesOf(owned, AT_ONCE)) {
    for (const { id } of page) await db.recursiveDelete(statusEvents.collection(db, id));
  }
}

/** A monitor that was made meanwhile, and an assignment that an agent has, go with the next pass, as by the app. */
function isInUse(document: DocumentSnapshot): boolean {
  const { parent } = document.ref;
  const isAssignment = parent.isEqual(assignments.collection(parent.firestore));
  return isAssignment ? document.get('agentId') !== null : parent.isEqual(monitors.collection(parent.firestore));
}

/** Returns how many were found. */
async function deleteDocuments({ db }: Run, uid: string, isKept: (document: DocumentSnapshot) => boolean) {
  const writer = db.bulkWriter();
  let count = 0;
  for await (const page of documentsOf(db, uid)) {
    for (const document of page) if (!isKept(document)) void writer.delete(document.ref);
    count += page.length;
    await writer.flush();
  }
  await writer.close();
  return count;
}
