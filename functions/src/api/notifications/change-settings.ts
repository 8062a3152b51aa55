import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  reachesOwner,
} from '@farwatch/core/documents/notification-settings';
import { NOTIFICATIONS_ID, notifications, users } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ensureUser } from '../users/ensure-user.ts';

/** A user's settings, or the defaults; stores nothing. */
export async function readNotifications(run: Run, uid: string): Promise<NotificationSettings> {
  const document = await notifications.ref(run.db, NOTIFICATIONS_ID, uid).get();
  return notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS;
}

/** Changes the caller's settings by what they are now, and gives them as they are then. Their profile keeps whether alerts arrive. */
export async function changeNotifications(
  run: Run,
  caller: Caller,
  change: (stored: NotificationSettings) => NotificationSettings,
): Promise<NotificationSettings> {
  await ensureUser(run, caller);
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, caller.uid);
  return run.db.runTransaction(async (tx) => {
    const changed = change(notifications.read(await tx.get(ref)) ?? DEFAULT_NOTIFICATION_SETTINGS);
    tx.set(ref, notifications.toDocument(changed));
    tx.update(users.ref(run.db, caller.uid), users.toUpdate({ alertsOn: reachesOwner(changed) }));
    return changed;
  });
}
