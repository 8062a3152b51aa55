import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@farwatch/core/documents/notification-settings';
import { NOTIFICATIONS_ID, notifications, users } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import type { LinkTarget } from './mail-links.ts';

/**
 * Stores a change of the channel that a link in a mail is about, also of the one that every account has without storing
 * it. False, without a change, if it was removed or sends to another address now.
 */
export async function changeEmailChannel(
  run: Run,
  { ownerId, channelId, address }: Pick<LinkTarget, 'ownerId' | 'channelId' | 'address'>,
  change: Partial<Channel>,
): Promise<boolean> {
  const ref = notifications.ref(run.db, NOTIFICATIONS_ID, ownerId);
  return run.db.runTransaction(async (tx) => {
    const [settingsDoc, userDoc] = await tx.getAll(ref, users.ref(run.db, ownerId));
    const settings = (settingsDoc && notifications.read(settingsDoc)) ?? DEFAULT_NOTIFICATION_SETTINGS;
    const user = userDoc ? users.read(userDoc) : null;
    const channel = channelsOf(settings, user, { isMailConfigured: true })[channelId];
    if (channel?.type !== 'email' || channel.settings.address !== address) return false;
    const channels = { ...settings.channels, [channelId]: { ...channel, ...change } };
    tx.set(ref, notifications.toDocument({ ...settings, channels }));
    return true;
  });
}
