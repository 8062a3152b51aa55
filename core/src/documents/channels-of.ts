import { IMMEDIATE } from '../values/channel-timing.ts';
import type { Channel } from './channel.ts';
import type { StoredNotifications } from './notification-settings.ts';
import type { User } from './user.ts';

/** The ids of the channels that every account can have without adding them. */
export const TELEGRAM_CHANNEL_ID = 'telegram';
export const EMAIL_CHANNEL_ID = 'email';
/** The name of the account's email channel until its owner changes it. */
export const EMAIL_CHANNEL_NAME = 'Email';

/** What this installation has configured for sending. */
export type Installation = { isMailConfigured: boolean };

const COVERS_ALL = {
  severity: null,
  monitors: null,
  tags: null,
  events: null,
  alsoSlow: false,
  language: null,
} as const;

/**
 * Returns all channels of an owner, by their ids (docs/notifications.md, Channels): the specified Telegram integration
 * once it has a bot and a chat, email to the account's address unless the owner has changed it, and the channels that
 * the owner added.
 */
export function channelsOf(
  settings: StoredNotifications,
  user: User | null,
  installation: Installation,
): Record<string, Channel> {
  const telegram = telegramChannel(settings);
  const { [EMAIL_CHANNEL_ID]: storedEmail, ...others } = settings.channels;
  const standard = installation.isMailConfigured && user ? accountEmailChannel(user) : null;
  const email = storedEmail ? withAddress(storedEmail, user) : standard;
  return {
    ...(telegram && { [TELEGRAM_CHANNEL_ID]: telegram }),
    ...(email && { [EMAIL_CHANNEL_ID]: email }),
    ...others,
  };
}

/**
 * Returns the settings as they are stored: a channel for the account's own address is stored without the address, so
 * that it follows the account.
 */
export function withoutOwnAddress(settings: StoredNotifications, user: User | null): StoredNotifications {
  const email = settings.channels[EMAIL_CHANNEL_ID];
  if (!email || email.settings.address !== user?.email) return settings;
  return { ...settings, channels: { ...settings.channels, [EMAIL_CHANNEL_ID]: { ...email, settings: {} } } };
}

function withAddress(email: Channel, user: User | null): Channel | null {
  if (email.settings.address !== undefined) return email;
  return user && user.email !== '' ? { ...email, settings: { address: user.email } } : null;
}

/**
 * Returns the email channel that every account starts with, to the account's address; null if the address is not known
 * yet.
 */
export function accountEmailChannel({ email: address, createdAt }: User): Channel | null {
  if (address === '') return null;
  const settings = { address };
  return {
    type: 'email',
    name: EMAIL_CHANNEL_NAME,
    enabled: true,
    settings,
    verifiedAt: createdAt,
    ...COVERS_ALL,
    timing: IMMEDIATE,
    createdAt,
  };
}

function telegramChannel({
  telegram,
  telegramTiming: timing,
  telegramAlsoSlow: alsoSlow = false,
}: StoredNotifications): Channel | null {
  const { enabled, botToken, chatId, verified } = telegram;
  if (botToken === '' || chatId === '') return null;
  const settings = { botToken, chatId };
  const verifiedAt = verified ? 0 : null;
  const covered = { ...COVERS_ALL, alsoSlow };
  return { type: 'telegram', name: 'Telegram', enabled, settings, verifiedAt, ...covered, timing, createdAt: 0 };
}
