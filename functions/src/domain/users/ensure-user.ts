import { newPlan, summaryDueAt } from '@farwatch/core/decisions/summary/plan-summaries';
import { EMAIL_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { newUser, type User } from '@farwatch/core/documents/user';
import { changedNames } from '../../platform/db/activity.ts';
import { users } from '../../platform/db/collections.ts';
import { commitChange } from '../../platform/db/read-then-write.ts';
import { repeatUnknown, retryConflicts } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { Caller } from '../../platform/http/authenticate.ts';
import { installation } from '../notifications/installation.ts';

/** The caller's document when first created. Where mail is sent, their alerts go to their address from then on. */
export function firstUser(caller: Caller, nowMs: number): User {
  const { displayName, email, language } = caller;
  const alertsOn = email !== '' && installation(process.env).isMailConfigured;
  return { ...newUser({ displayName, email, language }, nowMs), alertsOn, ...firstSummaries(caller, nowMs) };
}

/** An account starts with a weekly summary by e-mail, in the time zone of the browser that it was made with. */
export function firstSummaries({ timeZone }: Caller, nowMs: number) {
  const summaries = newPlan({ weekly: true, monthly: false, timeZone, channels: [EMAIL_CHANNEL_ID] }, nowMs);
  return { summaries, summaryDueAt: summaryDueAt(summaries, nowMs) };
}

/** The caller's document, created when first needed. Its address follows the token's, which is verified. */
export function ensureUser(run: Run, caller: Caller): Promise<User> {
  const ref = users.ref(run.db, caller.uid);
  return retryConflicts(async () => {
    const document = await ref.get();
    const known = users.read(document);
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

async function refreshAddress(run: Run, { uid, email }: Caller, known: User): Promise<User> {
  if (known.email === email) return known;
  await repeatUnknown(() => users.ref(run.db, uid).update(users.toUpdate({ email })));
  return { ...known, email };
}

/** Changes fields of the caller's document. */
export async function changeUser(run: Run, caller: Caller, change: Partial<User>): Promise<User> {
  const user = await ensureUser(run, caller);
  if (Object.keys(change).length > 0) {
    run.activity?.describe({ id: '', name: '', fields: changedNames(user, { ...user, ...change }) });
    await commitChange(run, (batch) => batch.update(users.ref(run.db, caller.uid), users.toUpdate(change)));
  }
  return { ...user, ...change };
}

/** The caller's document, or the one that would be created; stores nothing. */
export async function readUser(run: Run, caller: Caller): Promise<User> {
  return users.read(await users.ref(run.db, caller.uid).get()) ?? firstUser(caller, run.nowMs);
}
