import {
  masked,
  notificationAnswerSchema,
  notificationInputSchema,
  savedSettings,
} from '@farwatch/core/api/notifications';
import { route } from '../route.ts';
import { changeNotifications, readNotifications } from './change-settings.ts';

export const getNotifications = route({
  method: 'get',
  path: '/v1/notifications/settings',
  summary: 'Telegram and thresholds; the bot token is masked',
  output: notificationAnswerSchema,
  run: async (run, caller) => masked(await readNotifications(run, caller.uid)),
});

export const putNotifications = route({
  method: 'put',
  path: '/v1/notifications/settings',
  summary: 'Save all of them; the mask keeps the stored token, another token or chat is unverified',
  body: notificationInputSchema,
  output: notificationAnswerSchema,
  run: async (run, caller, { body }) =>
    masked(await changeNotifications(run, caller, (stored) => savedSettings(body, stored))),
});
