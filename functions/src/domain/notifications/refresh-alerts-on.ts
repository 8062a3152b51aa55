import type { User } from '@farwatch/core/documents/user';
import { NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { readStoredSettings } from '../channels/stored-settings.ts';
import { installation } from './installation.ts';
import { isAlertsOn } from './owner.ts';

/** The profile, whose `alertsOn` is out of date if it was created before mail was configured. */
export async function refreshAlertsOn(run: Run, accountId: string, known: User): Promise<User> {
  if (known.alertsOn || !installation(process.env).isMailConfigured) return known;
  return run.db.runTransaction(async (tx) => {
    const refs = [users.ref(run.db, accountId), notifications.ref(run.db, NOTIFICATIONS_ID, accountId)];
    const [userDoc, settingsDoc] = await tx.getAll(...refs);
    const user = userDoc && users.read(userDoc);
    if (!user) return known;
    const settings = readStoredSettings(settingsDoc);
    const alertsOn = isAlertsOn(settings, user);
    if (alertsOn !== user.alertsOn) tx.update(userDoc.ref, users.toUpdate({ alertsOn }));
    return { ...user, alertsOn };
  });
}
