import { type TelegramFailure, telegramFailure } from '@farwatch/core/values/channels/telegram-failures';
import { TelegramApiError } from 'node-telegram-bot-api';

/** Why Telegram refused a request. `technical`: its error, or that of the network, without secrets. */
export type Refusal = { failure: TelegramFailure; technical: string; retryAfterSec?: number };

/** The refusal for an error of the client, without the bot token. */
export function refusalOf(error: unknown, botToken: string): Refusal {
  const apiError = error instanceof TelegramApiError ? error : null;
  const message = apiError
    ? `${apiError.errorCode}: ${apiError.description}`
    : error instanceof Error
      ? error.message
      : String(error);
  return {
    failure: telegramFailure(apiError?.errorCode ?? null, message),
    technical: message.toWellFormed().replaceAll(botToken, '…'),
    ...(apiError?.retryAfter !== undefined && { retryAfterSec: apiError.retryAfter }),
  };
}
