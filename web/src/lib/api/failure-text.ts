import type { TelegramFailure } from '@farwatch/core/alerts/telegram-failure';
import type { ParseKeys } from 'i18next';
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

/** Errors of Telegram's API, with what to do about each. */
export const TELEGRAM_TEXTS: Record<TelegramFailure, { why: ParseKeys; advice: ParseKeys }> = {
  telegram_unauthorized: { why: 'failure.telegram.unauthorized', advice: 'failure.advice.unauthorized' },
  telegram_chat_not_found: { why: 'failure.telegram.chatNotFound', advice: 'failure.advice.chatNotFound' },
  telegram_refused: { why: 'failure.telegram.refused', advice: 'failure.advice.refused' },
  telegram_busy: { why: 'failure.telegram.busy', advice: 'failure.advice.busy' },
  telegram_taken: { why: 'failure.telegram.taken', advice: 'failure.advice.taken' },
  telegram_unreachable: { why: 'failure.telegram.unreachable', advice: 'failure.advice.unreachable' },
};

/** A text's key in the locales, or the server's own text. */
export type FailureText = { key: ParseKeys } | { text: string };

/** A failure's text: the key if its code has one, else the server's own text. */
export function failureText(failure: unknown): FailureText {
  if (!(failure instanceof ApiFailure)) return { key: 'failure.unexpected' };
  const key = isTelegram(failure.code) ? TELEGRAM_TEXTS[failure.code].why : TEXT_KEYS[failure.code];
  if (key) return { key };
  return failure.serverText ? { text: failure.serverText } : { key: 'failure.unexpected' };
}

/** What to do about a failure, if known: translated by its code, else the server's own text. */
export function failureAdvice(failure: unknown): FailureText | null {
  if (!(failure instanceof ApiFailure)) return null;
  if (isTelegram(failure.code)) return { key: TELEGRAM_TEXTS[failure.code].advice };
  return failure.advice === null ? null : { text: failure.advice };
}

function isTelegram(code: FailureCode): code is TelegramFailure {
  return code in TELEGRAM_TEXTS;
}
