import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '@farwatch/core/documents/notification-settings';
import { NOTIFICATIONS_ID, notifications } from '../../db/kinds.ts';
import type { Run } from '../../db/run.ts';

/** A user's settings, or the first ones; makes none. */
export async function readNotifications(run: Run, uid: string): Promise<NotificationSettings> {
  const document = await notifications.ref(run.db, NOTIFICATIONS_ID, uid).get();
  return notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS;
}

/** Changes a user's settings by what they are now, and gives them as they are then. */
export function changeNotifications(
  run: Run,
  uid: string,
  change: (stored: NotificationSettings) => NotificationSettings,
): Promise<NotificationSettings> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, uid);
  return run.db.runTransaction(async (tx) => {
    const changed = change(notifications.read(await tx.get(ref)) ?? DEFAULT_NOTIFICATION_SETTINGS);
    tx.set(ref, notifications.whole(changed));
    return changed;
  });
}
