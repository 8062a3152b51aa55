import { z } from 'zod';
import { named } from '../../api-name.ts';
import { channel } from '../channel.ts';
import { maskSecret, resolveSecret } from '../secret.ts';
import { TELEGRAM_FAILURES, telegramFailureOf } from './failures.ts';

const storedSchema = z.object({
  enabled: z.boolean(),
  botToken: named('bot_token', z.string().max(200)),
  chatId: named('chat_id', z.string().max(100)),
  verified: z.boolean(),
});

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

/** A bot that sends messages to a chat. */
export const telegram = channel({
  stored: storedSchema,
  defaults: { enabled: false, botToken: '', chatId: '', verified: false },
  /** `verified` is ignored: only a test sets it. */
  input: storedSchema.extend({
    botToken: named('bot_token', tokenInputSchema),
    chatId: named('chat_id', chatInputSchema),
    verified: z.boolean().default(false),
  }),
  testInput: telegramInputSchema,
  failures: TELEGRAM_FAILURES,
  failureOf: telegramFailureOf,
  mask: (stored) => ({ ...stored, botToken: maskSecret(stored.botToken) }),
  applySave({ enabled, botToken: given, chatId }, stored) {
    const botToken = resolveSecret(given, stored.botToken);
    const isSame = botToken === stored.botToken && chatId === stored.chatId;
    return { enabled, botToken, chatId, verified: isSame && stored.verified };
  },
  applyTest({ botToken: given, chatId }, stored) {
    const botToken = resolveSecret(given, stored.botToken);
    return botToken === '' ? null : { ...stored, botToken, chatId, verified: true };
  },
  isComplete: ({ botToken, chatId }) => botToken !== '' && chatId !== '',
});
