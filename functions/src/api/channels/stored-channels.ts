import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf, EMAIL_CHANNEL_ID, TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type StoredNotifications,
} from '@farwatch/core/documents/notification-settings';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { LIMITS } from '@farwatch/core/values/limits';
import type { Transaction } from 'firebase-admin/firestore';
import { installation } from '../../channels/offered-types.ts';
import { NOTIFICATIONS_ID, notifications, users } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { Caller } from '../authenticate.ts';
import { ApiError } from '../errors.ts';
import { ensureUser, readUser } from '../users/ensure-user.ts';

export type ChannelsById = Readonly<Record<string, Channel>>;

/** The caller's channels by id; stores nothing. */
export async function readChannels(run: Run, caller: Caller): Promise<ChannelsById> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, caller.uid);
  const [document, user] = await Promise.all([ref.get(), readUser(run, caller)]);
  return channelsOf(notifications.read(document) ?? DEFAULT_NOTIFICATION_SETTINGS, user, installation());
}

/** The channel of that id. Throws ApiError not_found. */
export function channelOf(channels: ChannelsById, id: string): Channel {
  const channel = Object.hasOwn(channels, id) ? channels[id] : undefined;
  if (!channel) throw new ApiError('not_found');
  return channel;
}

/** Throws ApiError conflict for the specified Telegram integration, which has calls of its own. */
export function refuseTelegram(id: string): void {
  if (id !== TELEGRAM_CHANNEL_ID) return;
  throw new ApiError('conflict', { text: 'The Telegram integration is changed by /v1/notifications/settings' });
}

/** Whether every account has it without adding it. */
export function isBuiltIn(id: string): boolean {
  return id === TELEGRAM_CHANNEL_ID || id === EMAIL_CHANNEL_ID;
}

/**
 * Stores what `change` makes of the channel `id`, null to delete it, and returns it. `change` gets the stored one, null
 * if there is none; `also` writes more in the same transaction. The profile stores whether alerts are on. Throws
 * ApiError too_many_channels, channels_too_large, and what `change` throws.
 */
export async function changeChannel<Changed extends Channel | null>(
  run: Run,
  caller: Caller,
  id: string,
  change: (stored: Channel | null) => Changed,
  also: (tx: Transaction, stored: Channel | null) => void = () => undefined,
): Promise<Changed> {
  const user = await ensureUser(run, caller);
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, caller.uid);
  return run.db.runTransaction(async (tx) => {
    const settings = notifications.read(await tx.get(ref)) ?? DEFAULT_NOTIFICATION_SETTINGS;
    const before = channelsOf(settings, user, installation());
    const stored = Object.hasOwn(before, id) ? (before[id] ?? null) : null;
    const changed = change(stored);
    const { [id]: _, ...others } = settings.channels;
    const after: StoredNotifications = { ...settings, channels: changed ? { ...others, [id]: changed } : others };
    const channels = channelsOf(after, user, installation());
    if (changed) checkLimits(Object.keys(before).length, channels);
    tx.set(ref, notifications.toDocument(after));
    tx.update(users.ref(run.db, caller.uid), users.toUpdate({ alertsOn: canSend(channels) }));
    also(tx, stored);
    return changed;
  });
}

function checkLimits(countBefore: number, channels: ChannelsById): void {
  const count = Object.keys(channels).length;
  if (count > countBefore && count > LIMITS.channelsPerOwner) throw new ApiError('too_many_channels');
  const bytes = Buffer.byteLength(JSON.stringify(channels));
  if (bytes > LIMITS.channelBytesPerOwner) throw new ApiError('channels_too_large');
}

/** Whether any channel gets messages. */
export function canSend(channels: ChannelsById): boolean {
  return Object.values(channels).some(({ enabled, verifiedAt }) => enabled && verifiedAt !== null);
}

/** Whether both send to the same target with the same credentials. */
export function isSameTarget(one: Channel, other: Channel): boolean {
  return targetOf(one.type, one.settings) === targetOf(other.type, other.settings);
}
