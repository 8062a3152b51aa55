import { z } from 'zod';
import { intervalMinSchema } from '../../documents/user.ts';
import { lineSchema } from '../../values/fields.ts';
import { apiCall } from './call.ts';
import { planAnswerSchema } from './payments.ts';

/** `GET /settings`; the interval in minutes, the plan null before any was paid. */
const settingsSchema = z.object({
  displayName: z.string(),
  email: z.string(),
  monitorInterval: intervalMinSchema,
  plan: planAnswerSchema.nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** `PUT /settings/account`: the name is required. */
export const accountInputSchema = z.object({ displayName: lineSchema.min(1) });
const accountSchema = settingsSchema.pick({ displayName: true, email: true });
export type Account = z.infer<typeof accountSchema>;

/** `PUT /settings/monitors`: one of the five steps of the slider, in minutes. */
const monitorSettingsSchema = settingsSchema.pick({ monitorInterval: true });
export type MonitorSettings = z.infer<typeof monitorSettingsSchema>;

export const settingsCalls = {
  read: apiCall({
    method: 'get',
    path: '/settings',
    scope: 'read',
    role: 'viewer',
    summary: 'Display name, email, check interval and plan',
    output: settingsSchema,
  }),
  changeAccount: apiCall({
    method: 'put',
    path: '/settings/account',
    scope: 'person',
    role: 'self',
    changes: ['account', 'changed'],
    summary: 'Change the display name',
    body: accountInputSchema,
    output: accountSchema,
  }),
  changeMonitors: apiCall({
    method: 'put',
    path: '/settings/monitors',
    scope: 'write',
    role: 'editor',
    changes: ['account', 'changed'],
    summary: 'Change how often endpoints are checked, in minutes',
    body: monitorSettingsSchema,
    output: monitorSettingsSchema,
    errors: ['too_many_checks_planned'],
  }),
};
