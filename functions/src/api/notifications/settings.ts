import { notificationCalls, savedSettings } from '@farwatch/core/api/notifications';
import { maskSecrets } from '@farwatch/core/documents/notification-settings';
import { route } from '../route.ts';
import { changeNotifications, readNotifications } from './change-settings.ts';

export const getNotifications = route(notificationCalls.read, {
  run: async (run, caller) => maskSecrets(await readNotifications(run, caller.uid)),
});

export const putNotifications = route(notificationCalls.save, {
  run: async (run, caller, { body }) =>
    maskSecrets(await changeNotifications(run, caller, (stored) => savedSettings(body, stored))),
});
