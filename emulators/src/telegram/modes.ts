import { z } from 'zod';

/** How the stand-in fails instead of answering normally. */
export const modeSchema = z.object({
  mode: z.enum(['ok', 'unauthorized', 'chat_not_found', 'blocked', 'upgraded', 'rate_limit', 'error', 'hang']),
  /** Seconds, sent with rate_limit. */
  retry_after: z.int().min(1).default(1),
  /** Normal operation returns after this many requests; with null, once it is switched. */
  times: z.int().min(1).nullable().default(null),
  /** Applies only to requests for that chat; null for all. */
  chat_id: z.coerce.string().nullable().default(null),
});
export type Mode = z.infer<typeof modeSchema>;

export const okMode: Mode = { mode: 'ok', retry_after: 1, times: null, chat_id: null };

/** The methods that a mode applies to; by default all. */
const METHODS: Partial<Record<Mode['mode'], readonly string[]>> = {
  chat_not_found: ['getChat', 'sendMessage'],
  blocked: ['getChat', 'sendMessage'],
  upgraded: ['getChat', 'sendMessage'],
  rate_limit: ['getUpdates', 'sendMessage'],
};

/** The mode that applies to a request for that method and chat. */
export function modeFor({ mode, chat_id }: Mode, method: string, chatId: string | null): Mode['mode'] {
  const applies = (chat_id === null || chat_id === chatId) && METHODS[mode]?.includes(method) !== false;
  return applies ? mode : 'ok';
}
