import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { NO_CHANNEL, type Outlet, NO_CHANNEL_ENABLED } from '@farwatch/core/decisions/alerts/delivery';
import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';
import type { ChannelName } from '@farwatch/core/values/channels/channels';
import type { ChannelTest, Message, Sender } from './sender.ts';
import { SENDERS } from './table.ts';

/** Sends by one channel; never throws. */
export async function sendToChannel(outlet: Outlet, settings: NotificationSettings, message: Message): Promise<SendResult> {
  if (outlet === NO_CHANNEL) return { outcome: 'refused', reason: NO_CHANNEL_ENABLED };
  return senderOf(outlet).send(settings[outlet], message);
}

/** Tries a channel as it would be stored. */
export function testChannel(name: ChannelName, settings: NotificationSettings, text: string): Promise<ChannelTest> {
  return senderOf(name).test(settings[name], text);
}

function senderOf(name: ChannelName): Sender {
  return SENDERS[name];
}
