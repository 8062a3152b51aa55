import { planAnswer } from '@farwatch/core/api/payments';
import { settingsCalls } from '@farwatch/core/api/settings';
import { route } from '../route.ts';
import { changeInterval } from './change-interval.ts';
import { changeUser, ensureUser } from './ensure-user.ts';

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
