import type { Channel } from '@farwatch/core/documents/channel';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import type { ChannelSender, DeliveryResult, SenderContext } from './channel-sender.ts';
import { CHANNEL_SENDERS } from './senders.ts';

/** Sends a message through a channel; never throws. */
export async function sendToChannel(
  { type, settings, retired }: Pick<Channel, 'type' | 'settings' | 'retired'>,
  message: OutgoingMessage,
  context: Omit<SenderContext, 'retiredSecret'>,
): Promise<DeliveryResult> {
  const retiredSecret = retired && retired.until > context.run.nowMs ? retired.secret : null;
  try {
    // Safe: the settings are parsed by the schema of the same type.
    const send = CHANNEL_SENDERS[type] as ChannelSender<unknown> | undefined;
    if (!send) throw new Error(`this installation does not send through ${type}`);
    return await send(getChannelType(type).settings.parse(settings), message, { ...context, retiredSecret });
  } catch (error) {
    console.error(`A message through ${context.channelId} of ${context.ownerId} failed: ${String(error)}`);
    return { outcome: 'failed', code: 'unreachable', reason: 'The message could not be sent' };
  }
}
