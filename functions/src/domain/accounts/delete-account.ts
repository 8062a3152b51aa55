import { COLLECTIONS } from '@farwatch/core/documents/collections';
import { isOwnAccount, ownerOf } from '@farwatch/core/values/account';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import type { Auth } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { agents, closures, monitors, users } from '../../platform/db/collections.ts';
import { codeOf, isInvalid } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { deleteMonitor } from '../monitors/edit-monitor.ts';
import { type AccountPage, readAccount } from './account-documents.ts';
import { type AccountOwner, mailDeleted } from './mail-account.ts';
import {
  leaveAllAccounts,
  membershipsOf,
  membersOf,
  ownedOf,
  ownership,
  readAccountName,
  refreshClaims,
} from './members.ts';

/** Passes over the account, each finding documents written during the one before. */
const MAX_PASSES = 5;
/** All that isInUse reads: documents of hours are large. */
const READ_FIELDS = ['agentId'];

/**
 * Deletes an account permanently, and the person whose own account it is: signs them out everywhere, deletes the account's
 * monitors as the API does, then all its other documents, and finally the person. Members of the account lose it. An
 * interrupted call can be repeated, and the job closeAccounts does so. Throws for an admin who still has agents, and for a
 * person who owns other accounts.
 */
export async function deleteAccount(run: Run, auth: Auth, accountId: string): Promise<void> {
  const count = await countAgents(run.db, accountId);
  if (count > 0) throw new Error(`The account ${accountId} has agents (${count}). Delete them in the app first.`);
  const closure = closures.ref(run.db, accountId);
  const document = await users.ref(run.db, accountId).get();
  const started = closures.read(await closure.get());
  const known = started?.personUid;
  const personUid = known === undefined ? personOf(accountId, document) : known;
  if (personUid !== null) await refuseToOwn(run, personUid);
  const owner = await readOwner(run, auth, document, { personUid, accountName: started?.accountName });
  const accountName = personUid === null ? (owner?.accountName?.name ?? started?.accountName) : undefined;
  const record = { startedAt: run.nowMs, personUid, ...(accountName !== undefined && { accountName }) };
  await closure.set(closures.toDocument(record));
  if (personUid !== null) {
    await unlessMissing(auth.updateUser(personUid, { disabled: true }));
    await unlessMissing(auth.revokeRefreshTokens(personUid));
  }
  const { docs } = await membersOf(run, accountId).select('uid').get();
  const refreshMembers = async (losing: string | null) => {
    for (const each of docs) await refreshClaims(run, auth, String(each.get('uid')), losing);
  };
  // Before their documents are gone, without which a repeated call would not find them.
  await refreshMembers(accountId);
  if (personUid !== null) await leaveAllAccounts(run, personUid);
  await deleteDocuments(run, accountId);
  // Again, for claims that were put right by those documents meanwhile.
  await refreshMembers(null);
  if (personUid !== null) await unlessMissing(auth.deleteUser(personUid));
  if (owner) await mailDeleted(run, accountId, owner);
  await closure.delete();
}

/** Returns the person who is deleted with the account; null if its owner has another one of their own. */
function personOf(accountId: string, document: DocumentSnapshot): string | null {
  const known = ownership.read(document);
  return known === null || isOwnAccount(known) ? ownerOf(accountId, known) : null;
}

/** Nobody could close the accounts of a person who is gone. */
async function refuseToOwn(run: Run, uid: string): Promise<void> {
  const owned = ownedOf(await membershipsOf(run, uid).get());
  if (owned.length === 0) return;
  const names = owned.map(({ ownerId }) => ownerId).join(', ');
  throw new Error(`${uid} also owns the accounts ${names}. Transfer them in the app, or close them, first.`);
}

/**
 * Whom to tell of the deletion, and how they call the account; null without a verified address. `known` is from an earlier
 * call: once the document is gone, nothing else says who owned an account that was transferred.
 */
async function readOwner(
  run: Run,
  auth: Auth,
  document: DocumentSnapshot,
  known: { personUid: string | null; accountName: string | undefined },
): Promise<AccountOwner | null> {
  const accountId = document.id;
  const owned = ownership.read(document);
  const uid = owned ? ownerOf(accountId, owned) : known.personUid;
  if (uid === null) return null;
  const person = await auth.getUser(uid).catch(rethrowUnlessMissing);
  if (!person?.email || !person.emailVerified) return null;
  const user = users.readIfValid(document);
  const { language, summaries } = user ?? { language: DEFAULT_LANGUAGE, summaries: null };
  const account = { displayName: user?.displayName ?? '', email: person.email, ...owned };
  const accountName =
    known.accountName === undefined
      ? await readAccountName(run, accountId, account)
      : { name: known.accountName, isOwn: false };
  return { accountName, email: person.email, language, summaries };
}

/** How many agents an admin has. An account with agents cannot be closed, because others' endpoints depend on them. */
export async function countAgents(db: Firestore, accountId: string): Promise<number> {
  const own = await agents.collection(db).where('ownerId', '==', accountId).count().get();
  return own.data().count;
}

/** An earlier call may have deleted the account already. */
async function unlessMissing(work: Promise<unknown>): Promise<void> {
  await work.catch(rethrowUnlessMissing);
}

function rethrowUnlessMissing(error: unknown): null {
  if (codeOf(error) !== 'auth/user-not-found') throw error;
  return null;
}

async function deleteDocuments(run: Run, accountId: string): Promise<void> {
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    await deleteHistories(run, accountId);
    await deleteStatusPages(run, accountId);
    await deleteMonitors(run, accountId);
    // The last two passes also delete what is still in use.
    const shouldKeep = pass >= MAX_PASSES - 1 ? () => false : isInUse;
    const found = await deletePages(run, readAccount(run.db, accountId, { fields: READ_FIELDS }), shouldKeep);
    if (found === 0) return;
  }
  throw new Error(`Documents of the account ${accountId} are still being written. Try again later.`);
}

/**
 * Deletes the histories before the monitors, because a monitor's endpoints are deleted with it and histories are found
 * by endpoint.
 */
async function deleteHistories(run: Run, accountId: string): Promise<void> {
  const pages = readAccount(run.db, accountId, { collections: [COLLECTIONS.endpoints], fields: READ_FIELDS });
  await deletePages(run, pages, ({ declaration }) => declaration === COLLECTIONS.endpoints);
}

/** Deletes the pages before the monitors, whose deletion would take each of them from the pages that show it. */
async function deleteStatusPages(run: Run, accountId: string): Promise<void> {
  const found = readAccount(run.db, accountId, { collections: [COLLECTIONS.pages], fields: READ_FIELDS });
  await deletePages(run, found, () => false);
}

/**
 * Deletes the monitors as the API does, which also takes them from assignments and agents. One whose documents cannot be
 * read is left to the last passes. A failure of Firestore is thrown: the next run may succeed.
 */
async function deleteMonitors(run: Run, accountId: string): Promise<void> {
  const found = await monitors.collection(run.db).where('ownerId', '==', accountId).select().get();
  for (const { id } of found.docs) {
    await deleteMonitor(run, { ownerId: accountId, monitorId: id }).catch((error: unknown) => {
      if (typeof codeOf(error) === 'number' && !isInvalid(error)) throw error;
      console.error(`monitors/${id} of the account ${accountId} cannot be deleted as the API does: ${reasonOf(error)}`);
    });
  }
}

/** The next pass deletes as the API does: a monitor that was just created, and an assignment that an agent has. */
function isInUse({ declaration }: AccountPage, document: DocumentSnapshot): boolean {
  if (declaration === COLLECTIONS.assignments) return document.get('agentId') !== null;
  return declaration === COLLECTIONS.monitors;
}

/** Deletes the documents in the pages except those to keep. Returns how many the pages had, kept ones included. */
async function deletePages(
  { db }: Run,
  pages: AsyncIterable<AccountPage>,
  shouldKeep: (page: AccountPage, document: DocumentSnapshot) => boolean,
): Promise<number> {
  const writer = db.bulkWriter();
  let count = 0;
  try {
    for await (const page of pages) {
      const deleted = page.documents.filter((document) => !shouldKeep(page, document));
      await Promise.all([...deleted.map(({ ref }) => writer.delete(ref)), writer.flush()]);
      count += page.documents.length;
    }
  } finally {
    await writer.close();
  }
  return count;
}
