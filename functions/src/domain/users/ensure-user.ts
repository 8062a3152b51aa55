import { newPlan, summaryDueAt } from '@farwatch/core/decisions/summary/plan-summaries';
import { EMAIL_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { newUser, type Person, type User } from '@farwatch/core/documents/user';
import { ownerOf } from '@farwatch/core/values/account';
import { changedNames } from '../../platform/db/activity.ts';
import { members, users } from '../../platform/db/collections.ts';
import { commitChange } from '../../platform/db/read-then-write.ts';
import { repeatUnknown, retryConflicts } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { membershipsOf } from '../accounts/members.ts';
import { installation } from '../notifications/installation.ts';

const shownRole = members.pick('ownerId', 'role');

/**
 * The caller's account when first created. Where mail is sent, its alerts go to the owner's address from then on. Throws
 * ApiError forbidden for an account that is not the caller's own: then it was deleted.
 */
export function firstUser(caller: Caller, nowMs: number): User {
  const isMember = Object.hasOwn(caller.memberOf, caller.accountId);
  if (caller.accountRole !== 'owner' || isMember) throw new ApiError('forbidden');
  const { uid, accountId, displayName, email, language } = caller;
  const alertsOn = email !== '' && installation(process.env).isMailConfigured;
  const user = { ...newUser({ displayName, email, language }, nowMs), alertsOn, ...firstSummaries(caller, nowMs) };
  return accountId === uid ? user : { ...user, ownerUid: uid, isOwn: true };
}

/** An account starts with a weekly summary by e-mail, in the time zone of the browser that it was made with. */
export function firstSummaries({ timeZone }: Caller, nowMs: number) {
  const summaries = newPlan({ weekly: true, monthly: false, timeZone, channels: [EMAIL_CHANNEL_ID] }, nowMs);
  return { summaries, summaryDueAt: summaryDueAt(summaries, nowMs) };
}

/** The token alone does not say it: the account may have been transferred since it was issued. */
function isOwner({ uid, accountId, accountRole }: Caller, account: User): boolean {
  return accountRole === 'owner' && ownerOf(accountId, account) === uid;
}

/** The name of the person who calls, given the account of the call: the one set in the app before the one at Auth. */
export function personName(caller: Caller, account: User): string {
  return (isOwner(caller, account) && account.displayName) || caller.displayName;
}

/** The account of the call, created when its owner first needs it. Its address follows the owner's verified one. */
export function ensureUser(run: Run, caller: Caller): Promise<User> {
  const ref = users.ref(run.db, caller.accountId);
  return retryConflicts(async () => {
    const document = await ref.get();
    const known = users.read(document);
    if (known && !isOwner(caller, known)) return known;
    if (known && known.summaries === null) {
      // It was made before there were summaries, or by a payment.
      const first = firstSummaries(caller, run.nowMs);
      const { updateTime: lastUpdateTime } = document;
      await ref.update(users.toUpdate(first), lastUpdateTime ? { lastUpdateTime } : {});
      return refreshAddress(run, caller, { ...known, ...first });
    }
    if (known) return refreshAddress(run, caller, known);
    const user = firstUser(caller, run.nowMs);
    await ref.create(users.toDocument(user));
    return user;
  });
}

async function refreshAddress(run: Run, { accountId, email }: Caller, known: User): Promise<User> {
  if (known.email === email) return known;
  await repeatUnknown(() => users.ref(run.db, accountId).update(users.toUpdate({ email })));
  return { ...known, email };
}

/**
 * Changes the person who calls, in their own account's document, in those of accounts that they own besides, and their name
 * in the accounts of others. Throws ApiError unauthenticated if their own account was transferred since they signed in.
 */
export async function changePerson(run: Run, caller: Caller, change: Partial<Person>): Promise<User> {
  const { displayName } = change;
  const hasOthers = Object.keys(caller.memberOf).length > 0 && Object.keys(change).length > 0;
  const memberships = hasOthers ? await membershipsOf(run, caller.uid).select('ownerId', 'role').get() : null;
  const user = await ensureUser(run, caller);
  if (ownerOf(caller.accountId, user) !== caller.uid) throw new ApiError('unauthenticated');
  if (Object.keys(change).length > 0) {
    run.activity?.describe({ id: '', name: '', fields: changedNames(user, { ...user, ...change }) });
    await commitChange(run, (batch) => {
      batch.update(users.ref(run.db, caller.accountId), users.toUpdate(change));
      for (const document of memberships?.docs ?? []) {
        const { ownerId, role } = shownRole.read(document) ?? {};
        if (ownerId && role === 'owner') batch.update(users.ref(run.db, ownerId), users.toUpdate(change));
        if (displayName !== undefined) batch.update(document.ref, members.toUpdate({ displayName }));
      }
    });
  }
  return { ...user, ...change };
}

/** The account of the call, or the one that would be created; stores nothing. */
export async function readUser(run: Run, caller: Caller): Promise<User> {
  return users.read(await users.ref(run.db, caller.accountId).get()) ?? firstUser(caller, run.nowMs);
}
