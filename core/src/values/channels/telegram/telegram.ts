import { z } from 'zod';
import { channel } from '../channel.ts';
import { maskSecret, resolveSecret } from '../secret.ts';
import { TELEGRAM_FAILURES, telegramFailureOf } from './failures.ts';

const storedSchema = z.object({
  enabled: z.boolean(),
  bot_token: z.string().max(200),
  chat_id: z.string().max(100),
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

export const telegramInputSchema = z.object({ bot_token: tokenInputSchema.min(1), chat_id: chatInputSchema.min(1) });

/** A bot that sends messages to a chat. */
export const telegram = channel({
  stored: storedSchema,
  defaults: { enabled: false, bot_token: '', chat_id: '', verified: false },
  /** `verified` is ignored: only a test sets it. */
  input: storedSchema.extend({
    bot_token: tokenInputSchema,
    chat_id: chatInputSchema,
    verified: z.boolean().default(false),
  }),
  testInput: telegramInputSchema,
  failures: TELEGRAM_FAILURES,
  failureOf: telegramFailureOf,
  mask: (stored) => ({ ...stored, bot_token: maskSecret(stored.bot_token) }),
  applySave({ enabled, bot_token: given, chat_id }, stored) {
    const bot_token = resolveSecret(given, stored.bot_token);
    const isSame = bot_token === stored.bot_token && chat_id === stored.chat_id;
    return { enabled, bot_token, chat_id, verified: isSame && stored.verified };
  },
  applyTest({ bot_token: given, chat_id }, stored) {
    const bot_token = resolveSecret(given, stored.bot_token);
    return bot_token === '' ? null : { ...stored, bot_token, chat_id, verified: true };
  },
  isComplete: ({ bot_token, chat_id }) => bot_token !== '' && chat_id !== '',
});
