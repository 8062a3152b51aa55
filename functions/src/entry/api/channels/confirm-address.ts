import type { Channel } from '@farwatch/core/documents/channel';
import { DELIVERY_ERRORS, deliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import type { Language } from '@farwatch/core/values/languages';
import { type ConfirmationResult, sendConfirmation } from '../../../domain/channels/email/confirm-address.ts';
import type { Run } from '../../../platform/db/run.ts';
import type { Caller } from '../../../platform/http/authenticate.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { appUrl } from '../../../platform/links/app-url.ts';

/** Sends the link by which the owner of a channel's address confirms it. `language`: the account's. */
export function requestConfirmation(
  run: Run,
  caller: Caller,
  { channelId, channel, language }: { channelId: string; channel: Channel; language: Language },
): Promise<ConfirmationResult> {
  return sendConfirmation(run, {
    ownerId: caller.accountId,
    channelId,
    address: String(channel.settings.address),
    account: caller.email,
    language: channel.language ?? language,
    appUrl: appUrl(process.env),
  });
}

/** Throws ApiError unless the link was sent: too_many_confirmations, or the `channel_…` of the failure. */
export function refuseUnlessSent(result: ConfirmationResult): void {
  if (result.outcome === 'sent') return;
  if (result.outcome === 'limit_reached') {
    throw new ApiError('too_many_confirmations', { retryAfterSec: result.retryAfterSec });
  }
  const code = deliveryErrorCode(result.code);
  throw new ApiError(code, { details: DELIVERY_ERRORS[code].advice, technicalDetails: result.reason });
}
