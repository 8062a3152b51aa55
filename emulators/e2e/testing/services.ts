import { setTimeout as sleep } from 'node:timers/promises';
import type { Timestamp } from 'firebase-admin/firestore';
import { addressesFromEnv } from '../../src/addresses.ts';
import { database } from './accounts.ts';

const addresses = addressesFromEnv();

/** Takes a demo site down or up. */
export async function switchSite(name: string, to: 'up' | 'down'): Promise<void> {
  const response = await fetch(`${addresses.targets}/site/${name}/${to}`, { method: 'POST' });
  if (!response.ok) throw new Error(`The site ${name} could not be switched: ${response.status}`);
}

export type TelegramMessage = { text: string; chat_id: string | number };

/** The messages sent to Telegram's stand-in that contain all the parts. */
export async function findMessages(...parts: string[]): Promise<TelegramMessage[]> {
  const messages = (await (await fetch(`${addresses.telegram}/messages`)).json()) as TelegramMessage[];
  return messages.filter(({ text }) => parts.every((part) => text.includes(part)));
}

/** When there are more than `before` such messages, epoch ms; throws after `withinMs`. */
export async function waitForMessage(withinMs: number, before: number, ...parts: string[]): Promise<number> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if ((await findMessages(...parts)).length > before) return Date.now();
    await sleep(25);
  }
  throw new Error(`No new message with "${parts.join('" and "')}" within ${withinMs / 1000} s`);
}

/** The time of the first failing check of the URL's newest incident, epoch ms. */
export async function incidentStartedAt(url: string): Promise<number> {
  const { docs } = await database().collection('incidents').where('endpoint.url', '==', url).get();
  const times = docs.map((doc) => (doc.get('triggeredAt') as Timestamp).toMillis());
  if (times.length === 0) throw new Error(`No incident of ${url}`);
  return Math.max(...times);
}

/** Makes Telegram's stand-in refuse the next request for the chat. */
export async function failTelegram(mode: 'rate_limit' | 'error', chatId: string): Promise<void> {
  const body = JSON.stringify({ mode, chat_id: chatId, times: 1 });
  const response = await fetch(`${addresses.telegram}/mode`, { method: 'POST', body });
  if (!response.ok) throw new Error(`Telegram's stand-in could not be switched: ${response.status}`);
}

/** Sends a message from a chat to a bot of Telegram's stand-in. */
export async function writeToBot(token: string, chatId: string): Promise<void> {
  const body = JSON.stringify({ token, chat_id: chatId });
  const response = await fetch(`${addresses.telegram}/write`, { method: 'POST', body });
  if (!response.ok) throw new Error(`The bot could not be written to: ${response.status}`);
}

/** Calls a method of the Bot API with its query, as another program with the token would. */
export async function callBotApi(token: string, method: string): Promise<void> {
  const response = await fetch(`${addresses.telegram}/bot${token}/${method}`);
  if (!response.ok) throw new Error(`${method} failed: ${response.status}`);
}
