import type { Channel } from '@farwatch/core/documents/channel';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@farwatch/core/documents/notification-settings';
import { IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { NOTIFICATIONS_ID, notifications } from '../platform/db/collections.ts';
import { OWNER } from './seed-project.ts';
import { T0, type TestProject } from './test-project.ts';

/** A tested Telegram channel besides the specified one. */
export function chatChannel(chatId: string, changes: Partial<Channel> = {}): Channel {
  return {
    type: 'telegram',
    name: `Chat ${chatId}`,
    enabled: true,
    settings: { botToken: `${chatId}:token`, chatId },
    verifiedAt: T0,
    severity: null,
    monitors: null,
    tags: null,
    events: null,
    alsoSlow: false,
    language: null,
    timing: IMMEDIATE,
    createdAt: T0,
    ...changes,
  };
}

/** Settings with these channels, every severity, and no silence period. */
export function settingsWith(
  channels: Record<string, Channel>,
  thresholds: Partial<StoredNotifications['thresholds']> = {},
): StoredNotifications {
  return {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    channels,
    thresholds: { severity: 'all', silencePeriod: 0, ...thresholds },
  };
}

/** Stores an owner's settings with these channels. */
export async function putChannels(
  project: TestProject,
  channels: Record<string, Channel>,
  ownerId = OWNER,
): Promise<void> {
  const document = notifications.toDocument(settingsWith(channels));
  await notifications.ref(project.run(T0).db, NOTIFICATIONS_ID, ownerId).set(document);
}
