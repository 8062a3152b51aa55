import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  notificationSettingsSchema,
} from '@farwatch/core/documents/notification-settings';
import { newUser, userSchema } from '@farwatch/core/documents/user';
import type { Auth } from 'firebase-admin/auth';
import { accounts } from '../project.ts';
import type { SeedDocuments } from './documents.ts';

/** The users' Auth ids, fixed so that tests and links can name them. */
export const UIDS = { admin: 'demoAdmin', user: 'demoUser', unverified: 'demoNew' } as const;

const NAMES = { admin: 'Ada Operator', user: 'Uma Watcher', unverified: 'Nia New' } as const;

/**
 * The settings of user@: Telegram, verified against the stand-in. The rest, such as email, is as in a new account, but
 * without a silence period, so that each try of the same outage sends alerts.
 */
export const DEMO_NOTIFICATIONS: NotificationSettings = {
  telegram: { enabled: true, botToken: '123456789:demo-token-of-the-stand-in', chatId: '1001', verified: true },
  thresholds: { ...DEFAULT_NOTIFICATION_SETTINGS.thresholds, silencePeriod: 0 },
};

/** Creates the three accounts. */
export async function seedAccounts(auth: Auth): Promise<void> {
  for (const role of ['admin', 'user', 'unverified'] as const) {
    const { email, password } = accounts[role];
    await auth.createUser({
      uid: UIDS[role],
      email,
      password,
      displayName: NAMES[role],
      emailVerified: role !== 'unverified',
    });
  }
  await auth.setCustomUserClaims(UIDS.admin, { role: 'admin' });
}

/** Adds the profiles of users with monitors. */
export function seedProfiles(
  documents: SeedDocuments,
  endpointCounts: Record<'admin' | 'user', number>,
  createdAt: number,
): void {
  for (const role of ['admin', 'user'] as const) {
    const profile = newUser({ displayName: NAMES[role], email: accounts[role].email }, createdAt);
    // Mail is configured here, so every account has alerts by email.
    const stored = { ...profile, endpointCount: endpointCounts[role], alertsOn: true };
    documents.put(userSchema, `users/${UIDS[role]}`, stored);
  }
  documents.put(notificationSettingsSchema, `users/${UIDS.user}/private/notifications`, DEMO_NOTIFICATIONS);
}
