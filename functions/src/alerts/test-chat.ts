import { SECOND_MS } from '@farwatch/core/time';
import { telegram } from './telegram.ts';
import { refusalOf, type TelegramRefusal } from './telegram-refusal.ts';

/** For each of three calls: together they end before the browser gives up after ten seconds. */
const TIMEOUT_MS = 3 * SECOND_MS;

export type ChatTest = { ok: true } | ({ ok: false } & TelegramRefusal);

/** Asks Telegram for the bot and the chat, then sends the text there; never throws. */
export async function testChat(botToken: string, chatId: string, text: string): Promise<ChatTest> {
  const api = telegram(botToken, TIMEOUT_MS);
  try {
    await api.getMe();
    await api.getChat({ chat_id: chatId });
    await api.sendMessage({ chat_id: chatId, text });
    return { ok: true };
  } catch (error) {
    return { ok: false, ...refusalOf(error, botToken) };
  }
}
