import { type Me, type MeInput, meCalls } from '@farwatch/core/contracts/api/me';
import { planAnswer } from '@farwatch/core/contracts/api/payments';
import { settingsCalls } from '@farwatch/core/contracts/api/settings';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import { assignmentId } from '@farwatch/core/documents/assignment';
import type { User } from '@farwatch/core/documents/user';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { assignments, users } from '../../db/collections.ts';
import { readThenWrite } from '../../db/read-then-write.ts';
import type { Run } from '../../db/run.ts';
import { refreshAlertsOn } from '../../notifications/refresh-alerts-on.ts';
import type { Caller } from '../authenticate.ts';
import { route } from '../route.ts';
import { runSerially } from '../run-serially.ts';
import { changeUser, ensureUser, firstUser } from './ensure-user.ts';

export const getMe = route(meCalls.read, {
  run: async (run, caller) => {
    const user = await refreshAlertsOn(run, caller.uid, await ensureUser(run, caller));
    return meOf(caller, user, run.nowMs);
  },
});

export const putMe = route(meCalls.change, {
  run: async (run, caller, { body }) => meOf(caller, await changeUser(run, caller, changeOf(body)), run.nowMs),
});

function changeOf({ displayName, language }: MeInput): Partial<User> {
  return { ...(displayName === undefined ? {} : { displayName }), ...(language === undefined ? {} : { language }) };
}

/** The name set here takes precedence over the account's; the plan is named while it runs. */
function meOf(caller: Caller, user: User, nowMs: number): Me {
  const displayName = user.displayName || caller.displayName;
  const { language } = user;
  const plan = runningPlan(user.plan, nowMs)?.name ?? null;
  const { uid, email, role } = caller;
  return { uid, email, emailVerified: true, displayName, role, language, plan };
}

export const getSettings = route(settingsCalls.read, {
  run: async (run, caller) => {
    const user = await ensureUser(run, caller);
    const { monitorInterval } = user;
    const displayName = user.displayName || caller.displayName;
    return { displayName, email: caller.email, monitorInterval, plan: planAnswer(user.plan) };
  },
});

export const putAccount = route(settingsCalls.changeAccount, {
  run: async (run, caller, { body }) => {
    const { displayName } = await changeUser(run, caller, body);
    return { displayName, email: caller.email };
  },
});

export const putMonitorSettings = route(settingsCalls.changeMonitors, {
  run: async (run, caller, { body }) => {
    await changeInterval(run, caller, body.monitorInterval);
    return body;
  },
});

/** Changes an owner's check interval, also in all assignments, so that agents get it immediately. */
export async function changeInterval(
  run: Run,
  caller: Caller,
  monitorInterval: User['monitorInterval'],
): Promise<void> {
  const ref = users.ref(run.db, caller.uid);
  const refs = LOCATION_CODES.map((location) => assignments.ref(run.db, assignmentId(location, caller.uid)));
  const changed = { intervalSec: monitorInterval * 60, changedAt: run.nowMs };
  await runSerially(caller.uid, () =>
    readThenWrite(run.db, async (reader, writer) => {
      const [[userDoc], found] = await Promise.all([
        reader.getAll(ref),
        reader.getAll(...refs, { fieldMask: ['agentId'] }),
      ]);
      if (userDoc?.exists) writer.update(ref, users.toUpdate({ monitorInterval }));
      else writer.create(ref, users.toDocument({ ...firstUser(caller, run.nowMs), monitorInterval }));
      for (const document of found) if (document.exists) writer.update(document.ref, assignments.toUpdate(changed));
    }),
  );
}
