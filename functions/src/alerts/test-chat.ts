import { type TelegramFailure, telegramFailure } from '@farwatch/core/alerts/telegram-failure';
import { SECOND_MS } from '@farwatch/core/time';
import { TelegramApiError } from 'node-telegram-bot-api';
import { telegram } from './telegram.ts';

/** Of each of three calls: together they are done before the browser gives up, after ten seconds. */
const TIMEOUT_MS = 3 * SECOND_MS;

/** `technical`: what Telegram or the network said. */
export type ChatTest =
  | { ok: true }
  | { ok: false; failure: TelegramFailure; technical: string; retryAfterSec?: number };

/** Asks Telegram for the bot and for the chat, then sends the text there (spec 7); never throws. */
export async function testChat(botToken: string, chatId: string, text: string): Promise<ChatTest> {
  const api = telegram(botToken, TIMEOUT_MS);
  try {
    await api.getMe();
    await api.getChat({ chat_id: chatId });
    await api.sendMessage({ chat_id: chatId, text });
    return { ok: true };
  } catch (error) {
    return failureOf(error, botToken);
  }
}

function failureOf(error: unknown, botToken: string): ChatTest {
  const known = error instanceof TelegramApiError ? error : null;
  const said = known
    ? `${known.errorCode}: ${known.description}`
    : error instanceof Error
      ? error.message
      : String(error);
  return {
    ok: false,
    failure: telegramFailure(known?.errorCode ?? null, said),
    technical: said.replaceAll(botToken, '…'),
    ...(known?.retryAfter !== undefined && { retryAfterSec: known.retryAfter }),
  };
}
