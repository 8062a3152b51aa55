import type { Channel } from '@farwatch/core/documents/channel';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import type { Run } from '../../platform/db/run.ts';
import type { LinkTarget } from '../channels/email/mail-links.ts';
import { saveSettings } from './save-settings.ts';

/**
 * Stores a change of the channel that a link in a mail is about, also of the one that every account has without storing
 * it. False, without a change, if it was removed or sends to another address now.
 */
export async function changeEmailChannel(
  run: Run,
  { ownerId, channelId, address }: Pick<LinkTarget, 'ownerId' | 'channelId' | 'address'>,
  change: Partial<Channel>,
): Promise<boolean> {
  let isChanged = false;
  await saveSettings(run, ownerId, (settings, user) => {
    const channel = channelsOf(settings, user, { isMailConfigured: true })[channelId];
    isChanged = channel?.type === 'email' && channel.settings.address === address;
    if (!channel || !isChanged) return settings;
    return { ...settings, channels: { ...settings.channels, [channelId]: { ...channel, ...change } } };
  });
  return isChanged;
}
