import { TELEGRAM_ADVICE } from '@farwatch/core/alerts/telegram-failure';
import { tokenMeant } from '@farwatch/core/api/notifications';
import type { TelegramRefusal } from '../../alerts/telegram-refusal.ts';
import { ApiError } from '../errors.ts';

/** The token that a request means. Throws ApiError `invalid` for a mask if none is stored. */
export function knownToken(given: string, stored: string): string {
  const token = tokenMeant(given, stored);
  if (token === '') throw new ApiError('invalid', { details: [{ path: 'bot_token', message: 'is not known' }] });
  return token;
}

/** The error that says what to do, and what Telegram said. */
export function refused({ failure, technical, retryAfterSec }: TelegramRefusal): ApiError {
  return new ApiError(failure, {
    details: TELEGRAM_ADVICE[failure],
    technical_details: technical,
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  });
}
