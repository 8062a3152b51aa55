import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { type DeliveryChannel, NO_CHANNEL, NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ChannelName } from '@farwatch/core/values/channels/channels';
import type { ChannelTest, Message, Sender } from './sender.ts';
import { SENDERS } from './table.ts';

/** Sends a message through one channel; never throws. */
export async function sendToChannel(
  channel: DeliveryChannel,
  settings: NotificationSettings,
  message: Message,
): Promise<SendResult> {
  if (channel === NO_CHANNEL) return { outcome: 'refused', reason: NO_CHANNEL_ENABLED };
  return senderOf(channel).send(settings[channel], message);
}

/** Tests a channel with these settings. */
export function testChannel(name: ChannelName, settings: NotificationSettings, text: string): Promise<ChannelTest> {
  return senderOf(name).test(settings[name], text);
}

function senderOf(name: ChannelName): Sender {
  return SENDERS[name];
}
