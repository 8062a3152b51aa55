import { setTimeout as sleep } from 'node:timers/promises';
import type { Timestamp } from 'firebase-admin/firestore';
import { addressesFromEnv } from '../../src/addresses.ts';
import { database } from './accounts.ts';

const addresses = addressesFromEnv();

/** Switches a demo site. */
export async function switchSite(name: string, to: 'up' | 'down'): Promise<void> {
  const response = await fetch(`${addresses.targets}/site/${name}/${to}`, { method: 'POST' });
  if (!response.ok) throw new Error(`The site ${name} could not be switched: ${response.status}`);
}

export type TelegramMessage = { text: string; chat_id: string | number };

/** The messages that Telegram's stand-in was sent and whose text has all the parts. */
export async function findMessages(...parts: string[]): Promise<TelegramMessage[]> {
  const messages = (await (await fetch(`${addresses.telegram}/messages`)).json()) as TelegramMessage[];
  return messages.filter(({ text }) => parts.every((part) => text.includes(part)));
}

/** When there were more than `before` such messages, epoch ms; throws when that takes longer than `withinMs`. */
export async function waitForMessage(withinMs: number, before: number, ...parts: string[]): Promise<number> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if ((await findMessages(...parts)).length > before) return Date.now();
    await sleep(25);
  }
  throw new Error(`No new message with "${parts.join('" and "')}" within ${withinMs / 1000} s`);
}

/** When the newest incident of the URL began: its first failing check, epoch ms. */
export async function incidentStartedAt(url: string): Promise<number> {
  const { docs } = await database().collection('incidents').where('endpoint.url', '==', url).get();
  const times = docs.map((doc) => (doc.get('triggeredAt') as Timestamp).toMillis());
  if (times.length === 0) throw new Error(`No incident of ${url}`);
  return Math.max(...times);
}

/** Lets Telegram's stand-in refuse the next request for the chat. */
export async function failTelegram(mode: 'rate_limit' | 'error', chatId: string): Promise<void> {
  const body = JSON.stringify({ mode, chat_id: chatId, times: 1 });
  const response = await fetch(`${addresses.telegram}/mode`, { method: 'POST', body });
  if (!response.ok) throw new Error(`Telegram's stand-in could not be switched: ${response.status}`);
}

/** Lets somebody write to a bot of Telegram's stand-in from a chat. */
export async function writeToBot(token: string, chatId: string): Promise<void> {
  const body = JSON.stringify({ token, chat_id: chatId });
  const response = await fetch(`${addresses.telegram}/write`, { method: 'POST', body });
  if (!response.ok) throw new Error(`Nobody could write to the bot: ${response.status}`);
}

/** Calls a method of the Bot API with its query, as another program that knows the token. */
export async function callBotApi(token: string, method: string): Promise<void> {
  const response = await fetch(`${addresses.telegram}/bot${token}/${method}`);
  if (!response.ok) throw new Error(`The bot could not be told: ${response.status}`);
}
