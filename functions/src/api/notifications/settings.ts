import { notificationCalls, savedSettings } from '@farwatch/core/contracts/api/notifications';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  maskSecrets,
  type StoredNotifications,
} from '@farwatch/core/documents/notification-settings';
import { installation } from '../../channels/offered-types.ts';
import { NOTIFICATIONS_ID, notifications, users } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { canSend } from '../channels/stored-channels.ts';
import { route } from '../route.ts';
import { ensureUser } from '../users/ensure-user.ts';

export const getNotifications = route(notificationCalls.read, {
  run: async (run, caller) => maskSecrets(await readNotifications(run, caller.uid)),
});

export const putNotifications = route(notificationCalls.save, {
  run: async (run, caller, { body }) =>
    maskSecrets(await changeNotifications(run, caller, (stored) => ({ ...stored, ...savedSettings(body, stored) }))),
});

/** A user's settings, or the defaults; stores nothing. */
export async function readNotifications(run: Run, uid: string): Promise<StoredNotifications> {
  const document = await notifications.ref(run.db, NOTIFICATIONS_ID, uid).get();
  return notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS;
}

/** Changes and returns the caller's settings. The profile stores whether alerts are on. */
export async function changeNotifications(
  run: Run,
  caller: Caller,
  change: (stored: StoredNotifications) => StoredNotifications,
): Promise<StoredNotifications> {
  const user = await ensureUser(run, caller);
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, caller.uid);
  return run.db.runTransaction(async (tx) => {
    const changed = change(notifications.read(await tx.get(ref)) ?? DEFAULT_NOTIFICATION_SETTINGS);
    tx.set(ref, notifications.toDocument(changed));
    tx.update(
      users.ref(run.db, caller.uid),
      users.toUpdate({ alertsOn: canSend(channelsOf(changed, user, installation())) }),
    );
    return changed;
  });
}
