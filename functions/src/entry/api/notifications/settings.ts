import { notificationCalls, savedSettings } from '@farwatch/core/contracts/api/notifications';
import { maskSecrets, type StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { readStoredSettings } from '../../../domain/channels/stored-settings.ts';
import { saveSettings } from '../../../domain/notifications/save-settings.ts';
import { ensureUser } from '../../../domain/users/ensure-user.ts';
import { NOTIFICATIONS_ID, notifications } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { route } from '../../../platform/http/route.ts';

export const getNotifications = route(notificationCalls.read, {
  run: async (run, caller) => maskSecrets(await readNotifications(run, caller.accountId)),
});

export const putNotifications = route(notificationCalls.save, {
  run: async (run, caller, { body }) =>
    maskSecrets(await changeNotifications(run, caller, (stored) => ({ ...stored, ...savedSettings(body, stored) }))),
});

/** A user's settings, or the defaults; stores nothing. */
export async function readNotifications(run: Run, accountId: string): Promise<StoredNotifications> {
  const document = await notifications.ref(run.db, NOTIFICATIONS_ID, accountId).get();
  return readStoredSettings(document);
}

/** Changes and returns the caller's settings (save-settings.ts). */
export async function changeNotifications(
  run: Run,
  caller: Caller,
  change: (stored: StoredNotifications) => StoredNotifications,
  testedId: string | null = null,
): Promise<StoredNotifications> {
  await ensureUser(run, caller);
  return saveSettings(run, caller.accountId, change, testedId);
}
