import { wantsNotices } from '@farwatch/core/alerts/notices';
import type { Alert } from '@farwatch/core/documents/alert';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@farwatch/core/documents/notification-settings';
import type { Transaction } from 'firebase-admin/firestore';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, NOTIFICATIONS_ID, notifications } from '../db/kinds.ts';
import { isConflict } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

/**
 * Whether an owner, or an admin, is to be told of what is no incident; not where their settings cannot be read. Reads by itself,
 * or in the transaction.
 */
export async function isToBeTold(run: Run, ownerId: string, tx?: Transaction): Promise<boolean> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, ownerId);
  const document = await (tx ? tx.get(ref) : ref.get());
  try {
    return wantsNotices(notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS);
  } catch (error) {
    console.error(`${ref.path} cannot be read: ${reasonOf(error)}`);
    return false;
  }
}

/** Tells an owner of what is no incident, where they wish it; nothing happens where an alert of that id was made before. */
export async function tellOwner(run: Run, id: string, alert: Alert): Promise<void> {
  if (!(await isToBeTold(run, alert.ownerId))) return;
  try {
    await alerts.ref(run.db, id).create(alerts.whole(alert));
  } catch (error) {
    if (!isConflict(error)) throw error; // told already
  }
}
