import { telegramFailure } from '@farwatch/core/values/channels/telegram/failures';
import { TelegramApiError } from 'node-telegram-bot-api';
import type { Refusal } from '../sender.ts';

/** Reads an error of the client. */
export function refusalOf(error: unknown, botToken: string): Refusal {
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
