import { z } from 'zod';
import { named } from '../../api-name.ts';
import { freeTextSchema } from '../../fields.ts';
import { maskSecret, resolveSecret } from '../secret.ts';

/** The specified Telegram integration: a bot that sends messages to a chat. `verified`: a test message has arrived. */
export const telegramSettingsSchema = z.object({
  enabled: z.boolean(),
  botToken: named('bot_token', freeTextSchema.max(200)),
  chatId: named('chat_id', freeTextSchema.max(100)),
  verified: z.boolean(),
});

export type TelegramSettings = z.infer<typeof telegramSettingsSchema>;

/** A bot token or its mask. It becomes part of a URL, so only safe characters are allowed. */
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

export const telegramInputSchema = z.object({
  botToken: named('bot_token', tokenInputSchema.min(1)),
  chatId: named('chat_id', chatInputSchema.min(1)),
});

/** The specified settings in a request to save them. `verified` is ignored: only a test sets it. */
export const telegramSavedSchema = telegramSettingsSchema.extend({
  botToken: named('bot_token', tokenInputSchema),
  chatId: named('chat_id', chatInputSchema),
  verified: z.boolean().default(false),
});

/** The settings of an owner who never set it up. */
export const NO_TELEGRAM: TelegramSettings = { enabled: false, botToken: '', chatId: '', verified: false };

/** The settings with the token masked. */
export function maskTelegram(stored: TelegramSettings): TelegramSettings {
  return { ...stored, botToken: maskSecret(stored.botToken) };
}

/** The settings after a save: a mask keeps its token, and another bot or chat is no longer verified. */
export function saveTelegram(input: z.output<typeof telegramSavedSchema>, stored: TelegramSettings): TelegramSettings {
  const { enabled, botToken: given, chatId } = input;
  const botToken = resolveSecret(given, stored.botToken);
  const isSame = botToken === stored.botToken && chatId === stored.chatId;
  return { enabled, botToken, chatId, verified: isSame && stored.verified };
}

/** The settings to test, stored if the test succeeds; null if a mask has no stored token. */
export function testedTelegram(
  { botToken: given, chatId }: z.output<typeof telegramInputSchema>,
  stored: TelegramSettings,
): TelegramSettings | null {
  const botToken = resolveSecret(given, stored.botToken);
  return botToken === '' ? null : { ...stored, botToken, chatId, verified: true };
}
