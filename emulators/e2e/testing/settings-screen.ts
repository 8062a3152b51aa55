import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { Page } from 'playwright-core';
import { type Account, database } from './accounts.ts';

/** The Save button of the tab that is shown. */
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const discardButton = (page: Page) => page.getByRole('button', { name: 'Discard' });

/** Stores notification settings with that bot token and chat, as another device would save them. */
export async function storeTelegram({ uid }: Account, token: string, chat = '1001'): Promise<void> {
  const settings: NotificationSettings = {
    telegram: { enabled: true, botToken: token, chatId: chat, verified: true },
    thresholds: { severity: 'critical', silencePeriod: 15 },
  };
  await database().doc(`users/${uid}/private/notifications`).set(settings);
  await database().doc(`users/${uid}`).update({ alertsOn: true });
}
