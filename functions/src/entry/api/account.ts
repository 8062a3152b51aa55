import { accountCalls } from '@farwatch/core/contracts/api/account';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isOwnAccount, ownerOf } from '@farwatch/core/values/account';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { QuerySnapshot } from 'firebase-admin/firestore';
import { copyPart } from '../../domain/accounts/copy-account.ts';
import { countAgents } from '../../domain/accounts/delete-account.ts';
import { mailClosing, mailKept, mailPasswordChanged } from '../../domain/accounts/mail-account.ts';
import { membershipsOf, ownedOf } from '../../domain/accounts/members.ts';
import { ensureUser } from '../../domain/users/ensure-user.ts';
import { changedNames, RepeatedRequest } from '../../platform/db/activity.ts';
import { closures, users } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { runSerially } from '../../platform/run-serially.ts';

/** One at a time in an instance, since each part of a full account takes up to 160 MB. No account id has a space. */
const COPIES = 'account copies';

export const copyAccountPart = route(accountCalls.copy, {
  run: async (run, caller, { query }) => {
    const owner = await run.auth.getUser(caller.uid);
    try {
      return await runSerially(COPIES, () => copyPart(run.db, caller.accountId, owner, query.after));
    } catch (error) {
      throw error instanceof RangeError ? new ApiError('invalid') : error;
    }
  },
});

/**
 * Schedules the deletion of the account. A repeated call keeps the first date. The own account is closed last: with it goes
 * the person, without whom nobody could close the others.
 */
export const scheduleClosing = route(accountCalls.close, {
  run: async (run, caller) => {
    if (run.nowMs - caller.signedInAt > ACCOUNT.recentSignInMs) throw new ApiError('sign_in_again');
    if ((await countAgents(run.db, caller.accountId)) > 0) throw new ApiError('has_agents');
    await ensureUser(run, caller);
    const { accountId, uid } = caller;
    const ref = users.ref(run.db, accountId);
    const { user, closesAt } = await changeInTransaction(run, async (tx) => {
      const user = users.read(await tx.get(ref));
      if (!user || ownerOf(accountId, user) !== uid) throw new ApiError('forbidden');
      if (isOwnAccount(user)) refuseToOwn(await tx.get(membershipsOf(run, uid)));
      const closesAt = user.closesAt ?? run.nowMs + ACCOUNT.closesAfterMs;
      run.activity?.describe({ id: '', name: '', fields: changedNames(user, { ...user, closesAt }) });
      tx.update(ref, users.toUpdate({ closesAt }));
      return { user, closesAt };
    });
    if (user.closesAt === null) await mailClosing(run, accountId, user, closesAt);
    return { closesAt: isoOf(closesAt) };
  },
});

/** Throws ApiError owns_accounts, with the names in its details, for a person who owns accounts by these memberships. */
function refuseToOwn(memberships: QuerySnapshot): void {
  const owned = ownedOf(memberships);
  if (owned.length === 0) return;
  const details = owned.map(({ accountName }) => ({ path: '', message: accountName }));
  throw new ApiError('owns_accounts', { details });
}

/** Possible until the deletion starts, which reads and writes the same documents in a transaction. */
export const keepAccount = route(accountCalls.keep, {
  run: async (run, { accountId }) => {
    const user = users.ref(run.db, accountId);
    const kept = await changeInTransaction(run, async (tx) => {
      const [known, closure] = await tx.getAll(user, closures.ref(run.db, accountId));
      if (closure?.exists) throw new ApiError('closing_started');
      if (known?.exists) tx.update(user, users.toUpdate({ closesAt: null }));
      return known ? users.read(known) : null;
    });
    if (kept && kept.closesAt !== null) await mailKept(run, accountId, kept, kept.closesAt);
    return { closesAt: null };
  },
});

/**
 * Browsers change passwords at Auth, so the server learns of it by this call, and believes only what Auth has recorded:
 * since when older sign-ins are refused. Each such time is mailed about once.
 */
export const announcePassword = route(accountCalls.passwordChanged, {
  run: async (run, caller) => {
    const { tokensValidAfterTime = '', metadata } = await run.auth.getUser(caller.uid);
    const changedAt = Date.parse(tokensValidAfterTime);
    // An account starts with the time of its creation, in whole seconds.
    const isChange = changedAt > Date.parse(metadata.creationTime) + SECOND_MS;
    if (!isChange || run.nowMs - changedAt > ACCOUNT.recentSignInMs) return { isNew: false };
    const person = await ensureUser(run, caller);
    try {
      run.activity?.once(`password ${changedAt}`);
      run.activity?.describe({ id: '', name: '', fields: ['password'] });
      await changeInTransaction(run, async () => undefined);
    } catch (error) {
      if (error instanceof RepeatedRequest) return { isNew: false };
      throw error;
    }
    await mailPasswordChanged(run, { uid: caller.uid, ...person }, changedAt);
    return { isNew: true };
  },
});
