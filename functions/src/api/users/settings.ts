import { planAnswer } from '@farwatch/core/api/payments';
import { accountInputSchema, accountSchema, monitorSettingsSchema, settingsSchema } from '@farwatch/core/api/settings';
import { route } from '../route.ts';
import { changeInterval } from './change-interval.ts';
import { changeUser, ensureUser } from './ensure-user.ts';

export const getSettings = route({
  method: 'get',
  path: '/settings',
  summary: 'Display name, e-mail, check interval and plan',
  output: settingsSchema,
  run: async (run, caller) => {
    const user = await ensureUser(run, caller);
    const { monitorInterval } = user;
    const displayName = user.displayName || caller.displayName;
    return { displayName, email: caller.email, monitorInterval, plan: planAnswer(user.plan) };
  },
});

export const putAccount = route({
  method: 'put',
  path: '/settings/account',
  summary: 'Change the display name',
  body: accountInputSchema,
  output: accountSchema,
  run: async (run, caller, { body }) => {
    const { displayName } = await changeUser(run, caller, body);
    return { displayName, email: caller.email };
  },
});

export const putMonitorSettings = route({
  method: 'put',
  path: '/settings/monitors',
  summary: 'Change how often endpoints are checked, in minutes',
  body: monitorSettingsSchema,
  output: monitorSettingsSchema,
  run: async (run, caller, { body }) => {
    await changeInterval(run, caller, body.monitorInterval);
    return body;
  },
});
