import type { TelegramChats } from '@farwatch/core/contracts/api/notifications';
import { chatsIn } from '@farwatch/core/values/channels/telegram/chats';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Api } from 'node-telegram-bot-api';
import type { Refusal } from '../sender.ts';
import { telegramApi } from './client.ts';
import { refusalOf } from './refusal.ts';

/** Of each call, of which at most two follow each other: they are done before the browser gives up, after ten seconds. */
const TIMEOUT_MS = 4 * SECOND_MS;
/** So many updates are given at most, the oldest (core.telegram.org/bots/api#getupdates). */
const MOST = 100;

export type ChatSearch = ({ ok: true } & TelegramChats) | ({ ok: false } & Refusal);

/**
 * Asks a bot who has written to it lately. What it was sent stays there for others to read, but for what is older than the last
 * hundred where there is more: Telegram gives those only by forgetting the rest. Does not throw.
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

/** The oldest and, where there are more than are given at once, the newest, among which is who has just written. */
async function updatesOf(api: Api) {
  // Telegram takes an offset for a receipt, and keeps `allowed_updates` for all who ask later.
  const oldest = await api.getUpdates({});
  return oldest.length < MOST ? oldest : [...oldest, ...(await api.getUpdates({ offset: -MOST }))];
}
