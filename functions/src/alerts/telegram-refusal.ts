import { type TelegramFailure, telegramFailure } from '@farwatch/core/alerts/telegram-failure';
import { TelegramApiError } from 'node-telegram-bot-api';

/** Why Telegram refused a request. `technical`: what it or the network said, without the token. */
export type TelegramRefusal = { failure: TelegramFailure; technical: string; retryAfterSec?: number };

/** Reads an error of the client. */
export function refusalOf(error: unknown, botToken: string): TelegramRefusal {
  const known = error instanceof TelegramApiError ? error : null;
  const said = known
    ? `${known.errorCode}: ${known.description}`
    : error instanceof Error
      ? error.message
      : String(error);
  return {
    failure: telegramFailure(known?.errorCode ?? null, said),
    technical: said.replaceAll(botToken, '…'),
    ...(known?.retryAfter !== undefined && { retryAfterSec: known.retryAfter }),
  };
}
