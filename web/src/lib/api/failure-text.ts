import { CHANNEL_FAILURES, type ChannelFailureCode } from '@farwatch/core/channels/channels';
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
  invoice_missing: 'checkout.errors.invoiceMissing',
  payment_failed: 'checkout.errors.unknown',
  internal: 'failure.internal',
  server: 'failure.server',
  timeout: 'failure.timeout',
  network: 'failure.network',
};

/** The keys of a channel's failure: why, and what to do about it. Null if there are no texts for it. */
export function channelTexts(code: ChannelFailureCode): { why: ParseKeys; advice: ParseKeys } | null {
  const keys = { why: `failure.channels.${code}.why`, advice: `failure.channels.${code}.advice` } as const;
  return i18n.exists(keys.why) && i18n.exists(keys.advice) ? keys : null;
}

/** A text's key in the locales, or the server's own text. */
export type FailureText = { key: ParseKeys } | { text: string };

/** A failure's text: the key if its code has one, else the server's own text. */
export function failureText(failure: unknown): FailureText {
  if (!(failure instanceof ApiFailure)) return { key: 'failure.unexpected' };
  const key = isOfChannel(failure.code) ? channelTexts(failure.code)?.why : TEXT_KEYS[failure.code];
  if (key) return { key };
  return failure.serverText ? { text: failure.serverText } : { key: 'failure.unexpected' };
}

/** What to do about a failure, if known: translated by its code, else the server's own text. */
export function failureAdvice(failure: unknown): FailureText | null {
  if (!(failure instanceof ApiFailure)) return null;
  const texts = isOfChannel(failure.code) ? channelTexts(failure.code) : null;
  if (texts) return { key: texts.advice };
  return failure.advice === null ? null : { text: failure.advice };
}

function isOfChannel(code: FailureCode): code is ChannelFailureCode {
  return code in CHANNEL_FAILURES;
}
