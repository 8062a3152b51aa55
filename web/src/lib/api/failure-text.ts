import { CHANNEL_FAILURES, type ChannelFailureCode } from '@farwatch/core/values/channels/channels';
import { DELIVERY_ERRORS, type DeliveryErrorCode } from '@farwatch/core/values/channels/delivery-failures';
import i18n, { type ParseKeys } from 'i18next';
import { ApiFailure, type FailureCode } from './failure.ts';

const TEXT_KEYS: Partial<Record<FailureCode, ParseKeys>> = {
  unauthenticated: 'failure.unauthenticated',
  unverified: 'failure.forbidden',
  forbidden: 'failure.forbidden',
  not_found: 'failure.notFound',
  limit_reached: 'failure.limitReached',
  conflict: 'failure.conflict',
  too_large: 'failure.tooLarge',
  too_many_requests: 'failure.tooManyRequests',
  sign_in_again: 'failure.signInAgain',
  has_agents: 'failure.hasAgents',
  closing_started: 'failure.closingStarted',
  too_many_channels: 'failure.tooManyChannels',
  channels_too_large: 'failure.channelsTooLarge',
  address_unconfirmed: 'failure.addressUnconfirmed',
  invoice_missing: 'checkout.errors.invoiceMissing',
  payment_failed: 'checkout.errors.unknown',
  internal: 'failure.internal',
  server: 'failure.server',
  timeout: 'failure.timeout',
  network: 'failure.network',
};

/** Why a channel failed and what to do about it; null if there are no texts for the code. */
export function channelTexts(code: ChannelFailureCode): { reason: string; advice: string } | null {
  const keys = { reason: `failure.channels.${code}.why`, advice: `failure.channels.${code}.advice` } as const;
  const isKnown: boolean = Object.values(keys).every((key) => i18n.exists(key));
  if (!isKnown) return null;
  return { reason: i18n.t(keys.reason), advice: i18n.t(keys.advice) };
}

/**
 * The texts for an error: why it happened and what to do, by the failure's code, else as the server describes it. Null
 * if there is no specific text.
 */
export function failureText(failure: unknown): { reason: string | null; advice: string | null } {
  if (!(failure instanceof ApiFailure)) return { reason: null, advice: null };
  const { code, serverText, advice } = failure;
  const ofChannel = isChannelFailure(code) ? channelTexts(code) : null;
  if (ofChannel) return ofChannel;
  if (isDeliveryError(code)) {
    return { reason: i18n.t(`failure.channels.${code}.why`), advice: i18n.t(`failure.channels.${code}.advice`) };
  }
  const key = TEXT_KEYS[code];
  return { reason: key ? i18n.t(key) : serverText, advice };
}

function isChannelFailure(code: FailureCode): code is ChannelFailureCode {
  return code in CHANNEL_FAILURES;
}

function isDeliveryError(code: FailureCode): code is DeliveryErrorCode {
  return code in DELIVERY_ERRORS;
}
