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

/** Both are needed. */
export const telegramInputSchema = z.object({ bot_token: tokenInputSchema.min(1), chat_id: chatInputSchema.min(1) });

/** A bot that writes into a chat. */
export const telegram = channel({
  stored: storedSchema,
  none: { enabled: false, bot_token: '', chat_id: '', verified: false },
  /** Its `verified` is ignored: only a test sets that. */
  input: storedSchema.extend({
    bot_token: tokenInputSchema,
    chat_id: chatInputSchema,
    verified: z.boolean().default(false),
  }),
  testInput: telegramInputSchema,
  failures: TELEGRAM_FAILURES,
  failureOf: telegramFailureOf,
  masked: (stored) => ({ ...stored, bot_token: maskSecret(stored.bot_token) }),
  saved({ enabled, bot_token: given, chat_id }, stored) {
    const bot_token = resolveSecret(given, stored.bot_token);
    const same = bot_token === stored.bot_token && chat_id === stored.chat_id;
    return { enabled, bot_token, chat_id, verified: same && stored.verified };
  },
  tested({ bot_token: given, chat_id }, stored) {
    const bot_token = resolveSecret(given, stored.bot_token);
    return bot_token === '' ? null : { ...stored, bot_token, chat_id, verified: true };
  },
  isComplete: ({ bot_token, chat_id }) => bot_token !== '' && chat_id !== '',
});
