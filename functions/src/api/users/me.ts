import { type Me, type MeInput, meCalls } from '@farwatch/core/api/me';
import type { User } from '@farwatch/core/documents/user';
import { runningPlan } from '@farwatch/core/payments/paid-plan';
import type { Caller } from '../authenticate.ts';
import { route } from '../route.ts';
import { changeUser, ensureUser } from './ensure-user.ts';

export const getMe = route(meCalls.read, {
  run: async (run, caller) => meOf(caller, await ensureUser(run, caller), run.nowMs),
});

export const putMe = route(meCalls.change, {
  run: async (run, caller, { body }) => meOf(caller, await changeUser(run, caller, changeOf(body)), run.nowMs),
});

function changeOf({ displayName, display_name, language }: MeInput): Partial<User> {
  const name = displayName ?? display_name;
  return { ...(name === undefined ? {} : { displayName: name }), ...(language === undefined ? {} : { language }) };
}

/** The name set here precedes the account's own; the plan is named while it runs. */
function meOf(caller: Caller, user: User, nowMs: number): Me {
  const displayName = user.displayName || caller.displayName;
  const { language } = user;
  const plan = runningPlan(user.plan, nowMs)?.name ?? null;
  const { uid, email, role } = caller;
  return { uid, email, emailVerified: true, displayName, display_name: displayName, role, language, plan };
}
