import { coversAll, getsNotices, isReady } from '@farwatch/core/decisions/notifications/channel-policy';
import { type Duty, dutyScope, offDutyAround, workingChannels } from '@farwatch/core/decisions/notifications/off-duty';
import { readableSettings, readableUser } from '@farwatch/core/decisions/notifications/readable-settings';
import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type StoredNotifications,
} from '@farwatch/core/documents/notification-settings';
import type { User } from '@farwatch/core/documents/user';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { fromStored } from '../../platform/db/timestamps.ts';
import { installation } from './installation.ts';
import { readDuty } from './read-duty.ts';

/**
 * An owner and the channels that messages are sent through, by their ids. `changedAt`: when the settings were last
 * stored, epoch ms. `isUnreadable`: whether defaults stand in for a part of what is stored. `duty`: null if no channel
 * has a rotation.
 */
export type Owner = {
  id: string;
  user: User | null;
  settings: StoredNotifications;
  channels: Record<string, Channel>;
  changedAt: number;
  duty: Duty | null;
  isUnreadable: boolean;
};

/** Reads an owner; null if the account was closed. What cannot be read is as if it had never been set. */
export async function readOwner(run: Run, id: string): Promise<Owner | null> {
  const refs = [notifications.ref(run.db, NOTIFICATIONS_ID, id), users.ref(run.db, id)];
  const [settingsDoc, userDoc] = await run.db.getAll(...refs);
  if (!settingsDoc?.exists && !userDoc?.exists) return null;
  const stored = settingsDoc?.exists ? notifications.readIfValid(settingsDoc) : DEFAULT_NOTIFICATION_SETTINGS;
  const profile = userDoc?.exists ? users.readIfValid(userDoc) : null;
  const settings = stored ?? readableSettings(fromStored(settingsDoc?.data()));
  const user = profile ?? (userDoc?.exists ? readableUser(fromStored(userDoc.data())) : null);
  const changedAt = settingsDoc?.updateTime?.toMillis() ?? user?.createdAt ?? run.nowMs;
  const isUnreadable = stored === null || profile !== user;
  const channels = readyChannels(settings, user);
  const duty = await readDuty(run, id, Object.values(channels), user);
  return { id, user, settings, channels, changedAt, duty, isUnreadable };
}

/** The channels that messages are sent through with these settings. */
export function readyChannels(settings: StoredNotifications, user: User | null): Record<string, Channel> {
  const all = Object.entries(channelsOf(settings, user, installation(process.env)));
  return Object.fromEntries(all.filter(([id, channel]) => isReady(id, channel)));
}

/** When a channel of the owner gets no failures because its person is off duty. */
export function offDutyOf({ channels, user, duty }: Owner, channel: Channel, nowMs: number) {
  return offDutyAround(channel, workingChannels(channels, user), duty, nowMs);
}

/** What decides when the channel's person is on duty, as a part of its scope. */
export function dutyScopeOf({ channels, user, duty }: Owner, channel: Channel): unknown[] {
  return dutyScope(channel, workingChannels(channels, user), duty);
}

/** Whether any channel sends with these settings. */
export function isAlertsOn(settings: StoredNotifications, user: User | null): boolean {
  return Object.values(readyChannels(settings, user)).some(({ verifiedAt }) => verifiedAt !== null);
}

/** Whether a notice reaches an owner or admin through any channel; false if their settings cannot be read now. */
export async function acceptsNotices(run: Run, ownerId: string): Promise<boolean> {
  try {
    const owner = await readOwner(run, ownerId);
    if (!owner) return false;
    return Object.values(owner.channels).some((each) => coversAll(each) && getsNotices(each, owner.settings));
  } catch (error) {
    console.error(`The settings of ${ownerId} cannot be read: ${reasonOf(error)}`);
    return false;
  }
}
