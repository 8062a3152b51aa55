import { masked, notificationCalls, savedSettings } from '@farwatch/core/api/notifications';
import { route } from '../route.ts';
import { changeNotifications, readNotifications } from './change-settings.ts';

export const getNotifications = route(notificationCalls.read, {
  run: async (run, caller) => masked(await readNotifications(run, caller.uid)),
});

export const putNotifications = route(notificationCalls.save, {
  run: async (run, caller, { body }) =>
    masked(await changeNotifications(run, caller, (stored) => savedSettings(body, stored))),
});
