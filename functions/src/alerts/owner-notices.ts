import { acceptsNotices } from '@farwatch/core/decisions/alerts/notices';
import type { Alert } from '@farwatch/core/documents/alert';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@farwatch/core/documents/notification-settings';
import type { Transaction } from 'firebase-admin/firestore';
import { reasonOf } from '../db/attempt-each.ts';
import { alerts, NOTIFICATIONS_ID, notifications } from '../db/collections.ts';
import { isConflict } from '../db/retry.ts';
import type { Run } from '../db/run.ts';

/** Whether an owner or admin receives notices; false if their settings are unreadable. */
export async function ownerAcceptsNotices(run: Run, ownerId: string, tx?: Transaction): Promise<boolean> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, ownerId);
  const document = await (tx ? tx.get(ref) : ref.get());
  try {
    return acceptsNotices(notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS);
  } catch (error) {
    console.error(`${ref.path} cannot be read: ${reasonOf(error)}`);
    return false;
  }
}

/** Creates a notice if its owner receives notices, and no alert with that id exists. */
export async function notifyOwner(run: Run, id: string, alert: Alert): Promise<void> {
  if (!(await ownerAcceptsNotices(run, alert.ownerId))) return;
  try {
    await alerts.ref(run.db, id).create(alerts.toDocument(alert));
  } catch (error) {
    if (!isConflict(error)) throw error; // the notice exists already
  }
}
