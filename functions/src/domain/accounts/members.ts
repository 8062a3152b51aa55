import type { Member } from '@farwatch/core/documents/member';
import type { User } from '@farwatch/core/documents/user';
import {
  type AccountRole,
  accountOf,
  fromClaim,
  isOwnAccount,
  MEMBER_LIMITS,
  ownerOf,
  toClaim,
} from '@farwatch/core/values/account';
import { isSame } from '@farwatch/core/values/is-same';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { Query, QuerySnapshot } from 'firebase-admin/firestore';
import { members, users } from '../../platform/db/collections.ts';
import { codeOf } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import { enqueueLook } from '../notifications/enqueue.ts';

/** More changes of one person's accounts at once are a fault. */
const MAX_ATTEMPTS = 10;

/** Finds the members of an account. */
export function membersOf({ db }: Pick<Run, 'db'>, accountId: string): Query {
  return members.collection(db).where('ownerId', '==', accountId);
}

/** Finds a person's documents in other accounts than their own. */
export function membershipsOf({ db }: Pick<Run, 'db'>, uid: string): Query {
  return members.collection(db).where('uid', '==', uid);
}

/** Finds the accounts that a person owns, but for one that was never transferred. */
export function ownedBy({ db }: Pick<Run, 'db'>, uid: string): Query {
  return users.collection(db).where('ownerUid', '==', uid);
}

/** Returns the members that `membersOf` found in the order in which they joined, but for the owner of a transferred account. */
export function othersThan(owner: string, { docs }: QuerySnapshot): Member[] {
  const found = docs.flatMap((document) => members.readIfValid(document) ?? []);
  return found.filter(({ uid }) => uid !== owner).sort((a, b) => a.createdAt - b.createdAt);
}

/** Returns the documents that `membershipsOf` found of accounts that were transferred to the person. */
export function ownedOf({ docs }: QuerySnapshot): Pick<Member, 'accountName' | 'ownerId'>[] {
  return docs
    .flatMap((document) => membershipFields.readIfValid(document) ?? [])
    .filter(({ role }) => role === 'owner');
}

const membershipFields = members.pick('accountName', 'ownerId', 'role');

/** What its owner calls one of several accounts: their own by their own name, another by the name it had when they joined. */
export type AccountName = { name: string; isOwn: boolean };

/**
 * Returns what an account is called in its owner's menu of accounts; null if that is not known, and for an owner who belongs
 * to no other account, and has no such menu.
 */
export async function readAccountName(
  run: Pick<Run, 'db'>,
  accountId: string,
  account: Pick<User, 'displayName' | 'email' | 'isOwn' | 'ownerUid'>,
): Promise<AccountName | null> {
  const found = await membershipFields.find(membershipsOf(run, ownerOf(accountId, account)));
  if (isOwnAccount(account)) {
    return found.length > 0 ? { name: account.displayName || account.email, isOwn: true } : null;
  }
  const membership = found.find(({ ownerId }) => ownerId === accountId);
  return membership ? { name: membership.accountName, isOwn: false } : null;
}

/** Returns a person's roles in other accounts than their own. */
export function rolesOf(memberships: readonly Pick<Member, 'ownerId' | 'role'>[]): Record<string, AccountRole> {
  return Object.fromEntries(memberships.map(({ ownerId, role }) => [ownerId, role]));
}

/** Whether a person's custom claims still fit with another membership, and with another account of their own if it is named. */
export function hasRoomFor({ customClaims }: UserRecord, accountId: string, own?: string): boolean {
  const roles = { ...toClaim(fromClaim(customClaims?.in)), [accountId]: 'e' };
  const claims = { ...customClaims, ...(own !== undefined && { own }), in: roles };
  return JSON.stringify(claims).length <= MEMBER_LIMITS.claimsLength;
}

/** Who owns an account, and whether it is their own. */
export const ownership = users.pick('isOwn', 'ownerUid');

/**
 * Makes the person's custom claims say what the documents say: `in` the member documents, but for an account that they are
 * about to lose, and `own` their own account. It looks again after each write, so that of two changes at once the last look
 * sees both.
 */
export async function refreshClaims(run: Run, auth: Auth, uid: string, losing: string | null = null): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [person, { docs }, owned] = await Promise.all([
      getPerson(auth, uid),
      membershipsOf(run, uid).get(),
      ownership.find(ownedBy(run, uid)),
    ]);
    if (!person) return;
    const found = docs.flatMap((document) => members.readIfValid(document) ?? []);
    const claim = toClaim(rolesOf(found.filter(({ ownerId }) => ownerId !== losing)));
    const own = owned.find(({ isOwn }) => isOwn)?.id ?? uid;
    const { in: before = {}, own: _, ...others } = person.customClaims ?? {};
    if (isSame(before, claim) && accountOf(uid, person.customClaims) === own) return;
    const roles = Object.keys(claim).length > 0 ? { in: claim } : {};
    await auth.setCustomUserClaims(uid, { ...others, ...(own !== uid && { own }), ...roles });
  }
  throw new Error(`The accounts of ${uid} keep changing`);
}

async function getPerson(auth: Auth, uid: string): Promise<UserRecord | null> {
  return auth.getUser(uid).catch((error: unknown) => {
    if (codeOf(error) === 'auth/user-not-found') return null;
    throw error;
  });
}

/** Takes a person who is being deleted out of all accounts, which look at what was only announced to them. */
export async function leaveAllAccounts(run: Run, uid: string): Promise<void> {
  const { docs } = await membershipsOf(run, uid).select('ownerId').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
  for (const each of docs) await enqueueLook(run, String(each.get('ownerId')));
}
