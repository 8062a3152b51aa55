import { randomUUID } from 'node:crypto';
import type { Channel } from '@farwatch/core/documents/channel';
import { composeTest } from '@farwatch/core/texts/compose-message';
import { textsOf } from '@farwatch/core/texts/texts';
import { DELIVERY_ERRORS, deliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import type { Language } from '@farwatch/core/values/languages';
import { sendToChannel } from '../../../domain/channels/send-to-channel.ts';
import type { Run } from '../../../platform/db/run.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { appUrl } from '../../../platform/links/app-url.ts';

type Target = Pick<Channel, 'type' | 'settings' | 'retired'> & {
  ownerId: string;
  channelId: string;
  language: Language;
};

/** Sends a test message to a channel. Throws the ApiError `channel_…` of the failure if it is not accepted. */
export async function sendTest(run: Run, { ownerId, channelId, language, ...channel }: Target): Promise<void> {
  const message = composeTest(await textsOf(language), randomUUID());
  const result = await sendToChannel(channel, message, { run, ownerId, channelId, appUrl: appUrl(process.env) });
  if (result.outcome === 'sent') return;
  const code = deliveryErrorCode(result.code);
  throw new ApiError(code, {
    details: DELIVERY_ERRORS[code].advice,
    technicalDetails: result.reason,
    ...('retryAfterSec' in result && { retryAfterSec: result.retryAfterSec }),
  });
}
