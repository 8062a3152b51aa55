import { type Me, type MeInput, meCalls } from '@farwatch/core/contracts/api/me';
import { planAnswer } from '@farwatch/core/contracts/api/payments';
import { settingsCalls } from '@farwatch/core/contracts/api/settings';
import { accountPlan } from '@farwatch/core/decisions/monitors/check-budget';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import type { Person, User } from '@farwatch/core/documents/user';
import { readReplans, writeReplan } from '../../../domain/monitors/replan-assignments.ts';
import { refreshAlertsOn } from '../../../domain/notifications/refresh-alerts-on.ts';
import { changePerson, ensureUser, firstUser, personName } from '../../../domain/users/ensure-user.ts';
import { users } from '../../../platform/db/collections.ts';
import { readThenWrite } from '../../../platform/db/read-then-write.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { route } from '../../../platform/http/route.ts';
import { runSerially } from '../../../platform/run-serially.ts';

export const getMe = route(meCalls.read, {
  run: async (run, caller) => {
    const user = await refreshAlertsOn(run, caller.accountId, await ensureUser(run, caller));
    return meOf(caller, user, run.nowMs);
  },
});

export const putMe = route(meCalls.change, {
  run: async (run, caller, { body }) => meOf(caller, await changePerson(run, caller, changeOf(body)), run.nowMs),
});

function changeOf({ displayName, language }: MeInput): Partial<Person> {
  return { ...(displayName === undefined ? {} : { displayName }), ...(language === undefined ? {} : { language }) };
}

/** The name set here takes precedence over the one at Auth; the plan is named while it runs. */
function meOf(caller: Caller, user: User, nowMs: number): Me {
  const displayName = personName(caller, user);
  const { language } = user;
  const plan = runningPlan(user.plan, nowMs)?.name ?? null;
  const { uid, email, role, key } = caller;
  return { uid, email, emailVerified: true, displayName, role, language, plan, keyScope: key?.scope ?? null };
}

export const getSettings = route(settingsCalls.read, {
  run: async (run, caller) => {
    const user = await ensureUser(run, caller);
    const { monitorInterval } = user;
    return { displayName: personName(caller, user), email: caller.email, monitorInterval, plan: planAnswer(user.plan) };
  },
});

export const putAccount = route(settingsCalls.changeAccount, {
  run: async (run, caller, { body }) => {
    const { displayName } = await changePerson(run, caller, body);
    return { displayName, email: caller.email };
  },
});

export const putMonitorSettings = route(settingsCalls.changeMonitors, {
  run: async (run, caller, { body }) => {
    await changeInterval(run, caller, body.monitorInterval);
    return body;
  },
});

/**
 * Changes an owner's check interval, also in all assignments, so that agents get it immediately. Throws ApiError
 * too_many_checks_planned if a location would have too many, and more than before.
 */
export async function changeInterval(
  run: Run,
  caller: Caller,
  monitorInterval: User['monitorInterval'],
): Promise<void> {
  const ref = users.ref(run.db, caller.accountId);
  await runSerially(caller.accountId, () =>
    readThenWrite(run, async (reader, writer) => {
      const [userDoc] = await reader.getAll(ref);
      const user = (userDoc && users.read(userDoc)) ?? firstUser(caller, run.nowMs);
      const replans = await readReplans(run, reader, caller.accountId, accountPlan({ ...user, monitorInterval }));
      run.activity?.describe({ id: '', name: '', fields: ['monitorInterval'] });
      if (userDoc?.exists) writer.update(ref, users.toUpdate({ monitorInterval }));
      else writer.create(ref, users.toDocument({ ...user, monitorInterval }));
      for (const replan of replans) writeReplan(run, writer, replan);
    }),
  );
}
