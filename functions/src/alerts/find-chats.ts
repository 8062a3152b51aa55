import { chatsIn } from '@farwatch/core/alerts/telegram-chats';
import type { TelegramChats } from '@farwatch/core/api/notifications';
import { SECOND_MS } from '@farwatch/core/time';
import { telegram } from './telegram.ts';
import { refusalOf, type TelegramRefusal } from './telegram-refusal.ts';

/** For each of two calls: together they end before the browser gives up after ten seconds. */
const TIMEOUT_MS = 4 * SECOND_MS;

export type ChatSearch = ({ ok: true } & TelegramChats) | ({ ok: false } & TelegramRefusal);

/** Asks a bot who has written to it lately; its updates stay there for others. Never throws. */
export async function findChats(botToken: string): Promise<ChatSearch> {
  const api = telegram(botToken, TIMEOUT_MS);
  try {
    const { username = '' } = await api.getMe();
    // An offset would remove the updates, and Telegram keeps `allowed_updates` for all later callers.
    return { ok: true, bot: username, chats: chatsIn(await api.getUpdates({})) };
  } catch (error) {
    return { ok: false, ...refusalOf(error, botToken) };
  }
}
