import { randomUUID } from 'node:crypto';
import type { Channel } from '@farwatch/core/documents/channel';
import { composeTest } from '@farwatch/core/texts/compose-message';
import { textsOf } from '@farwatch/core/texts/texts';
import type { ChannelTypeName } from '@farwatch/core/values/channels/channel-types';
import { DELIVERY_ERRORS, deliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import type { Language } from '@farwatch/core/values/languages';
import type { ChannelSender, DeliveryResult } from '../../channels/channel-sender.ts';
import { CHANNEL_SENDERS } from '../../channels/senders.ts';
import type { Run } from '../../db/run.ts';
import { appUrl } from '../../links/app-url.ts';
import { ApiError } from '../errors.ts';

type Target = Pick<Channel, 'type' | 'settings'> & { ownerId: string; channelId: string; language: Language };

/** Sends a test message to a channel. Throws the ApiError `channel_…` of the failure if it is not accepted. */
export async function sendTest(run: Run, { type, settings, ownerId, channelId, language }: Target): Promise<void> {
  const message = composeTest(await textsOf(language), randomUUID());
  const context = { run, ownerId, channelId, appUrl: appUrl(process.env) };
  const result = await senderOf(type)(settings, message, context);
  if (result.outcome !== 'sent') throw deliveryError(result);
}

/** The cast is safe: settings are parsed with the type's schema before they are stored or tested. */
function senderOf(type: ChannelTypeName): ChannelSender<Channel['settings']> {
  const sender = CHANNEL_SENDERS[type];
  if (!sender) throw new ApiError('invalid', { details: [{ path: 'type', message: 'is not offered' }] });
  return sender as ChannelSender<Channel['settings']>;
}

function deliveryError(result: Exclude<DeliveryResult, { outcome: 'sent' }>): ApiError {
  const code = deliveryErrorCode(result.code);
  return new ApiError(code, {
    details: DELIVERY_ERRORS[code].advice,
    technicalDetails: result.reason,
    ...('retryAfterSec' in result && { retryAfterSec: result.retryAfterSec }),
  });
}
