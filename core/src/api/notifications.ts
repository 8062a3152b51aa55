import { z } from 'zod';
import { telegramChatSchema } from '../alerts/telegram-chats.ts';
import type { TelegramFailure } from '../alerts/telegram-failure.ts';
import { type NotificationSettings, notificationSettingsSchema } from '../documents/notification-settings.ts';
import { apiCall } from './call.ts';

const MASK = '••••••••';
const SHOWN = 4;
const LONG_ENOUGH = 16;

/** How a bot token is shown: its last four characters if it is long, '' if there is none. */
export function maskToken(token: string): string {
  if (token === '') return '';
  return token.length < LONG_ENOUGH ? MASK : MASK + token.slice(-SHOWN);
}

/** The token that a form's value means: a mask, even of a former token, stands for the stored one. */
export function tokenMeant(given: string, stored: string): string {
  return given.startsWith(MASK) ? stored : given;
}

/** A bot token as typed, or its mask. Nothing in it can change the URL that it becomes part of. */
const tokenInputSchema = z
  .string()
  .trim()
  .max(200)
  .regex(/^(•{8}[\w:-]{0,4}|[\w:-]*)$/, 'not a bot token');
const chatInputSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w@-]*$/, 'not a chat id');

const { telegram, thresholds } = notificationSettingsSchema.shape;

/** `PUT /v1/notifications/settings`: all of them. Its `verified` is ignored: only a test sets that. */
export const notificationInputSchema = z.object({
  telegram: telegram.extend({
    bot_token: tokenInputSchema,
    chat_id: chatInputSchema,
    verified: z.boolean().default(false),
  }),
  thresholds,
});
export type NotificationInput = z.infer<typeof notificationInputSchema>;

/** `POST /v1/notifications/telegram/verify`: both are needed; the token may be the mask of the stored one. */
export const telegramInputSchema = z.object({ bot_token: tokenInputSchema.min(1), chat_id: chatInputSchema.min(1) });

/** `POST /v1/notifications/telegram/chats`: the token may be the mask of the stored one. */
const telegramBotInputSchema = telegramInputSchema.pick({ bot_token: true });

/** The bot's own name at Telegram, without @, and the chats that it was heard of from, the last first. */
const telegramChatsAnswerSchema = z.object({ bot: z.string(), chats: z.array(telegramChatSchema) });
export type TelegramChats = z.infer<typeof telegramChatsAnswerSchema>;

/** The settings as answered: the token masked. */
const notificationAnswerSchema = notificationSettingsSchema;

export function masked(settings: NotificationSettings): NotificationSettings {
  const { telegram: chat } = settings;
  return { ...settings, telegram: { ...chat, bot_token: maskToken(chat.bot_token) } };
}

/** The settings after saving `input` over `stored`: another token or chat is no longer verified. */
export function savedSettings(input: NotificationInput, stored: NotificationSettings): NotificationSettings {
  const bot_token = tokenMeant(input.telegram.bot_token, stored.telegram.bot_token);
  const { enabled, chat_id } = input.telegram;
  const same = bot_token === stored.telegram.bot_token && chat_id === stored.telegram.chat_id;
  const verified = same && stored.telegram.verified;
  return { telegram: { enabled, bot_token, chat_id, verified }, thresholds: input.thresholds };
}

/** Telegram's own answers are read by their words, so that any of them may come of any request to it. */
const TELEGRAM_ERRORS = [
  'telegram_unauthorized',
  'telegram_chat_not_found',
  'telegram_refused',
  'telegram_busy',
  'telegram_taken',
  'telegram_unreachable',
] as const satisfies readonly TelegramFailure[];

export const notificationCalls = {
  read: apiCall({
    method: 'get',
    path: '/v1/notifications/settings',
    summary: 'Telegram and thresholds; the bot token is masked',
    output: notificationAnswerSchema,
  }),
  save: apiCall({
    method: 'put',
    path: '/v1/notifications/settings',
    summary: 'Save all of them; the mask keeps the stored token, another token or chat is unverified',
    body: notificationInputSchema,
    output: notificationAnswerSchema,
  }),
  verify: apiCall({
    method: 'post',
    path: '/v1/notifications/telegram/verify',
    summary: 'Send a test message; if it arrives, the token and chat are saved as verified',
    body: telegramInputSchema,
    output: notificationAnswerSchema,
    errors: ['conflict', ...TELEGRAM_ERRORS],
  }),
  findChats: apiCall({
    method: 'post',
    path: '/v1/notifications/telegram/chats',
    summary: 'The chats that have written to a bot, to choose the chat id from; nothing is saved',
    body: telegramBotInputSchema,
    output: telegramChatsAnswerSchema,
    errors: TELEGRAM_ERRORS,
  }),
};
