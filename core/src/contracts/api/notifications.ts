import { z } from 'zod';
import {
  type NotificationSettings,
  notificationSettingsSchema,
  thresholdsSchema,
} from '../../documents/notification-settings.ts';
import {
  saveTelegram,
  telegramChatSchema,
  telegramInputSchema,
  telegramSavedSchema,
} from '../../values/channels/telegram.ts';
import { TELEGRAM_FAILURES, type TelegramFailure } from '../../values/channels/telegram-failures.ts';
import { LIMITS } from '../../values/limits.ts';
import { apiCall } from './call.ts';

/** `PUT /v1/notifications/settings`: all settings. */
export const notificationInputSchema = z.object({
  telegram: telegramSavedSchema,
  thresholds: thresholdsSchema,
});
export type NotificationInput = z.infer<typeof notificationInputSchema>;

/** `was`: the settings as they were read. Values that equal them are no changes. */
const saveSchema = notificationInputSchema.extend({ was: notificationSettingsSchema.optional() });

/** `POST /v1/notifications/telegram/chats`: the token may be the mask of the stored one. */
const telegramBotInputSchema = telegramInputSchema.pick({ botToken: true });

/** The bot's name at Telegram, without @, and the chats that have written to it, the latest first. */
const telegramChatsAnswerSchema = z.object({ bot: z.string(), chats: z.array(telegramChatSchema) });
export type TelegramChats = z.infer<typeof telegramChatsAnswerSchema>;

/**
 * The settings after saving `input` over `stored`: another target is no longer verified, and what others saved since
 * `was` was read stays where the input does not change it.
 */
export function savedSettings(
  { was, ...input }: z.output<typeof saveSchema>,
  stored: NotificationSettings,
): NotificationSettings {
  return {
    telegram: saveTelegram(withStored(input.telegram, was?.telegram, stored.telegram), stored.telegram),
    thresholds: withStored(input.thresholds, was?.thresholds, stored.thresholds),
  };
}

/** Returns the input with the stored values of the keys in which it equals `was`. */
function withStored<Part extends object>(input: Part, was: Part | undefined, stored: Part): Part {
  if (!was || !input) return input;
  const kept = { ...input };
  for (const key of Object.keys(input) as (keyof Part)[]) {
    if (input[key] === was[key]) kept[key] = stored[key];
  }
  return kept;
}

/** Telegram's errors are recognized by their text, so any of them can result from any request. */
const TELEGRAM_CODES = Object.keys(TELEGRAM_FAILURES) as TelegramFailure[];

export const notificationCalls = {
  read: apiCall({
    method: 'get',
    path: '/v1/notifications/settings',
    scope: 'read',
    role: 'editor',
    summary: 'The channels and thresholds; secrets are masked',
    output: notificationSettingsSchema,
  }),
  save: apiCall({
    method: 'put',
    path: '/v1/notifications/settings',
    scope: 'write',
    role: 'editor',
    changes: ['notifications', 'changed'],
    summary: 'Save all settings; the mask keeps the stored secret, another target is unverified',
    body: saveSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: notificationSettingsSchema,
  }),
  verify: apiCall({
    method: 'post',
    path: '/v1/notifications/telegram/verify',
    scope: 'write',
    role: 'editor',
    summary: 'Send a test message; if it arrives, the settings are saved as verified',
    body: telegramInputSchema,
    output: notificationSettingsSchema,
    errors: ['conflict', ...TELEGRAM_CODES],
  }),
  findChats: apiCall({
    method: 'post',
    path: '/v1/notifications/telegram/chats',
    scope: 'write',
    role: 'editor',
    summary: 'The chats that have written to a bot, to choose the chat id from; nothing is saved',
    body: telegramBotInputSchema,
    output: telegramChatsAnswerSchema,
    errors: TELEGRAM_CODES,
  }),
};
