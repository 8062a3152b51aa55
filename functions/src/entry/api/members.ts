import { createHash } from 'node:crypto';
import { accountsCalls, invitationCalls, memberCalls } from '@farwatch/core/contracts/api/members';
import { DONE, isoOf } from '@farwatch/core/contracts/api/parts';
import { type Invitation, type Member, memberId } from '@farwatch/core/documents/member';
import type { User } from '@farwatch/core/documents/user';
import { comparableAddress, MEMBER_LIMITS, ownerOf, toClaim } from '@farwatch/core/values/account';
import { isSame } from '@farwatch/core/values/is-same';
import type { Transaction } from 'firebase-admin/firestore';
import { mailInvitation } from '../../domain/accounts/mail-account.ts';
import {
  hasRoomFor,
  membershipsOf,
  membersOf,
  othersThan,
  refreshClaims,
  rolesOf,
} from '../../domain/accounts/members.ts';
import { enqueueLook } from '../../domain/notifications/enqueue.ts';
import { ensureUser, readUser } from '../../domain/users/ensure-user.ts';
import type { Getter } from '../../platform/db/collection.ts';
import { closures, invitations, members, users } from '../../platform/db/collections.ts';
import { changeInTransaction, commitChange } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type ApiRun, route } from '../../platform/http/route.ts';

export const listMembers = route(memberCalls.list, {
  run: async (run, caller) => {
    const isOwner = caller.accountRole === 'owner';
    const [user, found, open] = await Promise.all([
      readUser(run, caller),
      membersOf(run, caller.accountId).get(),
      isOwner ? openInvitations(run, caller.accountId) : [],
    ]);
    const owner = ownerOf(caller.accountId, user);
    const { displayName, email } = user;
    return {
      members: [
        { id: owner, displayName, email, role: 'owner' as const },
        ...othersThan(owner, found).map((each) => ({
          id: each.uid,
          displayName: each.displayName,
          email: each.email,
          role: each.role,
        })),
      ],
      invitations: open,
    };
  },
});

export const changeMember = route(memberCalls.change, {
  run: async (run, { accountId }, { params: { id: uid }, body: { role } }) => {
    await changeInTransaction(run, async (tx, unchanged) => {
      const member = await readMember(run, tx, accountId, uid);
      refuseOwner(member);
      run.activity?.describe({ id: uid, name: member.displayName || member.email, fields: ['role'] });
      // It has the role already if an earlier attempt stored it but not the claim.
      if (member.role === role) return unchanged(undefined);
      tx.update(refOf(run, accountId, uid), members.toUpdate({ role }));
    });
    await refreshClaims(run, run.auth, uid);
    return DONE;
  },
});

export const removeMember = route(memberCalls.remove, {
  run: async (run, { accountId }, { params: { id: uid } }) => {
    await takeOut(run, accountId, uid);
    return DONE;
  },
});

export const leaveAccount = route(accountsCalls.leave, {
  run: async (run, caller, { params: { id: accountId } }) => {
    run.activity?.describe({ id: caller.uid, name: '' });
    await takeOut(run, accountId, caller.uid, { person: personOf(caller) });
    return DONE;
  },
});

/**
 * Takes a person out of an account. The document goes last, so that an interrupted call can be repeated. Revoked tokens
 * are refused by the API at once, and by Firestore within the hour.
 */
async function takeOut(
  run: ApiRun,
  accountId: string,
  uid: string,
  by: { person?: ReturnType<typeof personOf> } = {},
): Promise<void> {
  const member = await readMember(run, run.db, accountId, uid);
  refuseOwner(member);
  const { displayName, email } = member;
  await refreshClaims(run, run.auth, uid, accountId);
  // Who leaves of their own accord stays signed in: their browser gets a new token.
  if (!by.person) await run.auth.revokeRefreshTokens(uid);
  run.activity?.describe({ id: uid, name: displayName || email, ownerId: accountId, ...by });
  await changeInTransaction(run, async (tx, unchanged) => {
    const document = await tx.get(refOf(run, accountId, uid));
    // It is gone if an earlier attempt of this call has deleted it.
    if (!document.exists) return unchanged(undefined);
    refuseOwner(members.read(document));
    tx.delete(document.ref);
  });
  // No rotation decides any more when the person's channels get failures.
  await enqueueLook(run, accountId);
  await refreshClaims(run, run.auth, uid);
}

export const createInvitation = route(invitationCalls.create, {
  run: async (run, caller, { body: { email: address, role } }) => {
    const email = comparableAddress(address);
    if (email === comparableAddress(caller.email)) throw new ApiError('already_member');
    const user = await ensureUser(run, caller);
    const id = invitationId(caller.accountId, email);
    const invitation: Invitation = {
      ownerId: caller.accountId,
      email,
      role,
      accountName: nameOf(user),
      language: user.language,
      createdAt: run.nowMs,
      expireAt: run.nowMs + MEMBER_LIMITS.invitationMs,
    };
    run.activity?.describe({ id, name: email });
    await changeInTransaction(run, async (tx) => {
      await refuseClosing(run, tx, caller.accountId);
      const [{ docs }, invited] = await Promise.all([
        tx.get(membersOf(run, caller.accountId)),
        tx.get(invitationsOf(run, caller.accountId).select('expireAt')),
      ]);
      const known = docs.flatMap((document) => members.readIfValid(document) ?? []);
      const count = known.filter(({ role }) => role !== 'owner').length;
      if (known.some((each) => comparableAddress(each.email) === email)) throw new ApiError('already_member');
      const others = invited.docs.filter(
        (each) => each.id !== id && !isOver(run, invitations.pick('expireAt').read(each)),
      );
      if (count + others.length >= MEMBER_LIMITS.perAccount) throw new ApiError('too_many_members');
      tx.set(invitations.ref(run.db, id), invitations.toDocument(invitation));
    });
    const isSent = await mailInvitation(run, invitation, caller.email, id);
    return { ...invitationAnswer(id, invitation), isSent };
  },
});

export const revokeInvitation = route(invitationCalls.revoke, {
  run: async (run, { accountId }, { params: { id } }) => {
    const invitation = invitations.read(await invitations.ref(run.db, id).get());
    if (invitation?.ownerId !== accountId) throw new ApiError('not_found');
    run.activity?.describe({ id, name: invitation.email });
    await commitChange(run, (batch) => batch.delete(invitations.ref(run.db, id)));
    return DONE;
  },
});

/** Both sides are checked in one transaction: the account takes no more than its members, the person no more accounts. */
export const acceptInvitation = route(invitationCalls.accept, {
  run: async (run, caller, { params: { id } }) => {
    const person = await run.auth.getUser(caller.uid);
    const own = await readUser(run, caller);
    const { ownerId } = await readInvitation(run, run.db, id, caller);
    const joined = await changeInTransaction(run, async (tx, unchanged) => {
      const document = await tx.get(refOf(run, ownerId, caller.uid));
      const joinedBefore = members.read(document);
      // The person has joined already if the answer to an earlier attempt of this call was lost.
      if (joinedBefore) return unchanged(accountAnswer(joinedBefore));
      const { role, accountName } = await readInvitation(run, tx, id, caller);
      const account = await refuseClosing(run, tx, ownerId);
      if (ownerOf(ownerId, account) === caller.uid) throw new ApiError('already_member');
      const [others, accounts] = await Promise.all([
        tx.get(membersOf(run, ownerId).select('role')),
        tx.get(membershipsOf(run, caller.uid).select()),
      ]);
      const count = others.docs.filter((each) => each.get('role') !== 'owner').length;
      if (count >= MEMBER_LIMITS.perAccount) throw new ApiError('too_many_members');
      const isFull = accounts.size >= MEMBER_LIMITS.accountsPerPerson || !hasRoomFor(person, ownerId);
      if (isFull) throw new ApiError('too_many_accounts');
      const member: Member = {
        ownerId,
        uid: caller.uid,
        role,
        displayName: own.displayName || caller.displayName,
        email: caller.email,
        accountName,
        createdAt: run.nowMs,
      };
      run.activity?.describe({ id: caller.uid, name: caller.email, ownerId, person: personOf(caller) });
      tx.set(refOf(run, ownerId, caller.uid), members.toDocument(member));
      tx.update(users.ref(run.db, ownerId), users.toUpdate({ hasMembers: true }));
      tx.delete(invitations.ref(run.db, id));
      return accountAnswer(member);
    });
    await refreshClaims(run, run.auth, caller.uid);
    return joined;
  },
});

export const declineInvitation = route(invitationCalls.decline, {
  run: async (run, caller, { params: { id } }) => {
    const { ownerId, email } = await readInvitation(run, run.db, id, caller);
    run.activity?.describe({ id, name: email, ownerId, person: personOf(caller) });
    await commitChange(run, (batch) => batch.delete(invitations.ref(run.db, id)));
    return DONE;
  },
});

/** Also puts right a claim that an interrupted call has left behind. */
export const listAccounts = route(accountsCalls.list, {
  run: async (run, caller) => {
    const address = comparableAddress(caller.email);
    const [memberships, invited] = await Promise.all([
      membershipsOf(run, caller.uid).get(),
      invitations.collection(run.db).where('email', '==', address).get(),
    ]);
    const found = memberships.docs.flatMap((document) => members.readIfValid(document) ?? []);
    if (!isSame(toClaim(rolesOf(found)), toClaim(caller.memberOf))) await refreshClaims(run, run.auth, caller.uid);
    found.sort((a, b) => a.createdAt - b.createdAt);
    return {
      accounts: found.map(accountAnswer),
      invitations: invited.docs.flatMap((document) => {
        const invitation = invitations.readIfValid(document);
        if (!invitation || isOver(run, invitation)) return [];
        const { accountName: name, role, expireAt } = invitation;
        return [{ id: document.id, name, role, expiresAt: isoOf(expireAt) }];
      }),
    };
  },
});

async function openInvitations(run: Run, accountId: string) {
  const { docs } = await invitationsOf(run, accountId).get();
  const open = docs.flatMap((document) => {
    const invitation = invitations.readIfValid(document);
    return invitation && !isOver(run, invitation) ? [{ id: document.id, invitation }] : [];
  });
  open.sort((a, b) => a.invitation.createdAt - b.invitation.createdAt);
  return open.map(({ id, invitation }) => invitationAnswer(id, invitation));
}

function accountAnswer({ ownerId, accountName, role }: Member) {
  return { id: ownerId, name: accountName, role };
}

function invitationAnswer(id: string, { email, role, expireAt }: Invitation) {
  return { id, email, role, expiresAt: isoOf(expireAt) };
}

/** Throws ApiError not_found, too, for an invitation to another address, and for one that is over. */
async function readInvitation(run: Run, from: Getter, id: string, caller: Caller): Promise<Invitation> {
  const [document] = await from.getAll(invitations.ref(run.db, id));
  const invitation = document ? invitations.read(document) : null;
  if (!invitation || isOver(run, invitation)) throw new ApiError('not_found');
  if (invitation.email !== comparableAddress(caller.email)) throw new ApiError('not_found');
  return invitation;
}

async function readMember(run: Run, from: Getter, accountId: string, uid: string): Promise<Member> {
  const [document] = await from.getAll(refOf(run, accountId, uid));
  const member = document ? members.read(document) : null;
  if (member?.ownerId !== accountId || member.uid !== uid) throw new ApiError('not_found');
  return member;
}

/** Throws ApiError account_closing for an account that will be closed, is being closed, or is gone. */
async function refuseClosing(run: Run, tx: Transaction, accountId: string): Promise<User> {
  const [document, closure] = await tx.getAll(users.ref(run.db, accountId), closures.ref(run.db, accountId));
  const user = document ? users.read(document) : null;
  if (!user || user.closesAt !== null || closure?.exists) throw new ApiError('account_closing');
  return user;
}

/** Throws ApiError forbidden for the owner, to whom the account was transferred. */
function refuseOwner(member: Pick<Member, 'role'> | null): void {
  if (member?.role !== 'owner') return;
  throw new ApiError('forbidden', { text: 'The owner stays until the account is transferred to another member' });
}

function isOver({ nowMs }: Run, invitation: Pick<Invitation, 'expireAt'> | null): boolean {
  return invitation === null || invitation.expireAt <= nowMs;
}

function invitationsOf({ db }: Run, accountId: string) {
  return invitations.collection(db).where('ownerId', '==', accountId);
}

/** The same for each invitation of an address, so that a second one replaces the first. */
function invitationId(accountId: string, email: string): string {
  return createHash('sha256').update(`${accountId} ${email}`).digest('base64url');
}

function refOf({ db }: Run, accountId: string, uid: string) {
  return members.ref(db, memberId(accountId, uid));
}

function nameOf({ displayName, email }: User): string {
  return displayName || email;
}

function personOf({ uid, displayName, email }: Caller) {
  return { id: uid, name: displayName || email };
}
