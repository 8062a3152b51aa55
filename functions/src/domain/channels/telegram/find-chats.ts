import type { TelegramChats } from '@farwatch/core/contracts/api/notifications';
import { chatsIn } from '@farwatch/core/values/channels/telegram';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Api } from 'node-telegram-bot-api';
import { telegramApi } from './client.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** The time of each call; two successive calls end before the browser gives up after ten seconds. */
const TIMEOUT_MS = 4 * SECOND_MS;
/** The most updates that one call returns, the oldest (core.telegram.org/bots/api#getupdates). */
const MAX_UPDATES = 100;

export type ChatSearch = ({ ok: true } & TelegramChats) | ({ ok: false } & Refusal);

/**
 * Finds the chats that have recently written to a bot. Pending updates stay readable for other programs, except those
 * older than the newest hundred, which Telegram discards when these are requested. Never throws.
 */
export async function findChats(botToken: string): Promise<ChatSearch> {
  const api = telegramApi(botToken, TIMEOUT_MS);
  try {
    const [{ username = '' }, updates] = await Promise.all([api.getMe(), updatesOf(api)]);
    return { ok: true, bot: username, chats: chatsIn(updates) };
  } catch (error) {
    return { ok: false, ...refusalOf(error, botToken) };
  }
}

/** The oldest updates and, if there are more, the newest, which include the latest messages. */
async function updatesOf(api: Api) {
  // Telegram treats an offset as an acknowledgement, and applies `allowed_updates` to later calls too.
  const oldest = await api.getUpdates({});
  return oldest.length < MAX_UPDATES ? oldest : [...oldest, ...(await api.getUpdates({ offset: -MAX_UPDATES }))];
}
