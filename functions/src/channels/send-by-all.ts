import type { ChannelResult } from '@farwatch/core/alerts/delivery';
import { type ChannelName, readyChannels } from '@farwatch/core/channels/channels';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ChannelTest, Message, Sender } from './sender.ts';
import { SENDERS } from './table.ts';

/** Sends by every channel that is switched on, but for those that took the message before; never throws. */
export function sendByAll(
  settings: NotificationSettings,
  reached: readonly string[],
  message: Message,
): Promise<ChannelResult[]> {
  const missing = readyChannels(settings).filter((name) => !reached.includes(name));
  return Promise.all(
    missing.map(async (channel) => ({ channel, result: await senderOf(channel).send(settings[channel], message) })),
  );
}

/** Tries a channel as it would be stored. */
export function testChannel(name: ChannelName, settings: NotificationSettings, text: string): Promise<ChannelTest> {
  return senderOf(name).test(settings[name], text);
}

function senderOf(name: ChannelName): Sender {
  return SENDERS[name];
}
