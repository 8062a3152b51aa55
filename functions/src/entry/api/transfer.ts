import { accountsCalls } from '@farwatch/core/contracts/api/members';
import { DONE } from '@farwatch/core/contracts/api/parts';
import { EMAIL_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { type Member, memberId } from '@farwatch/core/documents/member';
import type { User } from '@farwatch/core/documents/user';
import { accountOf, isOwnAccount, MEMBER_LIMITS, ownerOf } from '@farwatch/core/values/account';
import { ACCOUNT } from '@farwatch/core/values/limits';
import type { UserRecord } from 'firebase-admin/auth';
import type { Transaction } from 'firebase-admin/firestore';
import { mailTransferred } from '../../domain/accounts/mail-account.ts';
import { hasRoomFor, membershipsOf, refreshClaims } from '../../domain/accounts/members.ts';
import { enqueueLook } from '../../domain/notifications/enqueue.ts';
import { firstUser } from '../../domain/users/ensure-user.ts';
import { agents, closures, members, NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import { codeOf } from '../../platform/db/retry.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type ApiRun, route } from '../../platform/http/route.ts';

/**
 * Makes a member the owner of an account. Its owner becomes an editor, with another account of their own if this was it, and
 * is signed out, since their tokens say that they own it. The claims follow the documents, so that an interrupted call can
 * be repeated; until then the API believes the documents (docs/api.md, Accounts and persons). `caller` is in their own
 * account. Throws ApiError: sign_in_again, not_owner, not_found, has_agents, account_closing, member_closing,
 * too_many_accounts.
 */
export const transferAccount = route(accountsCalls.transfer, {
  run: async (run, caller, { params: { id: accountId }, body: { uid } }) => {
    if (run.nowMs - caller.signedInAt > ACCOUNT.recentSignInMs) throw new ApiError('sign_in_again');
    const [from, to] = await Promise.all([run.auth.getUser(caller.uid), findPerson(run, uid)]);
    const { previous, account } = await changeOwner(run, caller, accountId, { from, to });
    await enqueueLook(run, accountId);
    await refreshClaims(run, run.auth, caller.uid);
    await refreshClaims(run, run.auth, uid);
    await run.auth.revokeRefreshTokens(caller.uid);
    await mailTransferred(run, accountId, previous, account);
    return DONE;
  },
});

/** The previous owner, for mails; the account as it is now. */
type Changed = { previous: Pick<User, 'displayName' | 'email' | 'language'>; account: User };

/** Returns the same for a repeated call, whose caller was the owner when their token was issued. */
async function changeOwner(
  run: ApiRun,
  caller: Caller,
  accountId: string,
  { from, to }: { from: UserRecord; to: UserRecord | null },
): Promise<Changed> {
  const newId = users.collection(run.db).doc().id;
  const toUid = to?.uid ?? caller.uid;
  const toOwn = to ? accountOf(to.uid, to.customClaims) : caller.accountId;
  const ref = (id: string) => users.ref(run.db, id);
  const memberRef = (id: string) => members.ref(run.db, memberId(accountId, id));
  const settingsRef = notifications.ref(run.db, NOTIFICATIONS_ID, accountId);
  return changeInTransaction(run, async (tx, unchanged) => {
    const refs = [ref(accountId), memberRef(toUid), ref(toOwn), settingsRef];
    const [accountDoc, toDoc, toOwnDoc, settingsDoc] = await tx.getAll(...refs);
    const account = accountDoc ? users.read(accountDoc) : null;
    const member = toDoc ? members.read(toDoc) : null;
    const person = toOwnDoc ? users.read(toOwnDoc) : null;
    const owner = ownerOf(accountId, account);
    const { displayName, email, language } = caller;
    const wasOwner = caller.accountId === accountId || caller.memberOf[accountId] === 'owner';
    if (account && owner === toUid && toUid !== caller.uid && wasOwner) {
      return unchanged({ previous: { displayName, email, language }, account });
    }
    if (!account || owner !== caller.uid) throw new ApiError('not_owner');
    const canOwn = to && !to.disabled && to.emailVerified && toUid !== caller.uid;
    if (!canOwn || member?.ownerId !== accountId) throw new ApiError('not_found');
    await refuseClosing(run, tx, [accountId, account], [toOwn, person]);
    const owned = agents.collection(run.db).where('ownerId', '==', accountId).limit(1);
    if ((await tx.get(owned.select())).size > 0) throw new ApiError('has_agents');
    const isOwn = isOwnAccount(account);
    if (isOwn) {
      const memberships = await tx.get(membershipsOf(run, caller.uid).select());
      const isFull = memberships.size >= MEMBER_LIMITS.accountsPerPerson || !hasRoomFor(from, accountId, newId);
      if (isFull) throw new ApiError('too_many_accounts');
    }

    const change = {
      ownerUid: toUid,
      isOwn: false,
      displayName: person?.displayName || member.displayName,
      email: to.email ?? member.email,
      language: person?.language ?? account.language,
    };
    const name = change.displayName || change.email;
    const profile = { displayName: account.displayName || displayName, language: account.language };
    const previous: Member = {
      ...{ ownerId: accountId, uid: caller.uid, role: 'editor', displayName: profile.displayName, email },
      ...{ accountName: name, createdAt: run.nowMs },
    };
    run.activity?.describe({
      ...{ id: toUid, name, ownerId: accountId },
      person: { id: caller.uid, name: profile.displayName || email },
    });
    tx.update(ref(accountId), users.toUpdate(change));
    tx.update(memberRef(toUid), members.toUpdate({ role: 'owner' }));
    // The channel to the account's address follows the account, unless it is marked as theirs: shifts need it.
    const channel = settingsDoc?.exists
      ? notifications.readIfValid(settingsDoc)?.channels[EMAIL_CHANNEL_ID]
      : undefined;
    if (channel?.personId === caller.uid && channel.settings.address === undefined && account.email !== '') {
      const address = `channels.${EMAIL_CHANNEL_ID}.settings.address` as const;
      tx.update(settingsRef, notifications.toUpdate({ [address]: account.email }));
    }
    if (isOwn) {
      const own = { ...firstUser({ ...caller, accountId: newId }, run.nowMs), ...profile };
      tx.create(ref(newId), users.toDocument(own));
      tx.set(memberRef(caller.uid), members.toDocument(previous));
    } else tx.update(memberRef(caller.uid), members.toUpdate({ role: 'editor' }));
    return { previous: { ...profile, email }, account: { ...account, ...change } };
  });
}

/** Throws ApiError for an account that will be or is being closed: account_closing, member_closing for that of the member. */
async function refuseClosing(
  run: ApiRun,
  tx: Transaction,
  [accountId, account]: [string, User],
  [toOwn, person]: [string, User | null],
): Promise<void> {
  const [closure, toClosure] = await tx.getAll(closures.ref(run.db, accountId), closures.ref(run.db, toOwn));
  if (account.closesAt !== null || closure?.exists) throw new ApiError('account_closing');
  if ((person && person.closesAt !== null) || toClosure?.exists) throw new ApiError('member_closing');
}

/** Returns a person at Auth; null for none. */
async function findPerson({ auth }: ApiRun, uid: string): Promise<UserRecord | null> {
  return auth.getUser(uid).catch((error: unknown) => {
    if (codeOf(error) === 'auth/user-not-found') return null;
    throw error;
  });
}
