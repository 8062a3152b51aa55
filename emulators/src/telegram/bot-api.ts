/** A message that was sent, as in /messages. */
export interface SentMessage {
  message_id: number;
  chat_id: string;
  message_thread_id?: number;
  text: string;
  token: string;
  /** Epoch seconds. */
  date: number;
  /** Epoch milliseconds. */
  date_ms: number;
}

/** An answer in the shape of the Bot API (core.telegram.org/bots/api#making-requests). */
export type Answer = { status: number; body: { ok: boolean } & Record<string, unknown> };

export function succeeded(result: unknown): Answer {
  return { status: 200, body: { ok: true, result } };
}

export function failed(code: number, description: string, parameters?: Record<string, unknown>): Answer {
  return { status: code, body: { ok: false, error_code: code, description, ...(parameters && { parameters }) } };
}

/** Telegram's error for the token, or null. A malformed token is 404; bot 0 is a revoked one. */
export function tokenError(token: string): Answer | null {
  if (!/^\d+:[\w-]+$/.test(token)) return failed(404, 'Not Found');
  return token.startsWith('0:') ? failed(401, 'Unauthorized') : null;
}

/** The error for the chat, or null. Chat 0 is one that the bot was never in. */
export function chatError(chatId: string): Answer | null {
  if (chatId === '') return failed(400, 'Bad Request: chat_id is empty');
  const known = /^(-?\d+|@\w+)$/.test(chatId) && Number(chatId) !== 0;
  return known ? null : failed(400, 'Bad Request: chat not found');
}

/** The error for the topic, or null. Only supergroups have topics, and messages to their general one, 1, name none. */
export function topicError(chatId: string, topic: string | null): Answer | null {
  const isKnown = topic === null || (/^(-100\d+|@\w+)$/.test(chatId) && /^[1-9]\d*$/.test(topic) && topic !== '1');
  return isKnown ? null : failed(400, 'Bad Request: message thread not found');
}

/** The error for the text, or null. */
export function textError(text: string): Answer | null {
  if (text.trim() === '') return failed(400, 'Bad Request: message text is empty');
  return text.length > 4096 ? failed(400, 'Bad Request: message is too long') : null;
}

/** The error for a group that has become a supergroup, which is another chat. */
export function upgraded(chatId: string): Answer {
  const parameters = { migrate_to_chat_id: -1e12 - Math.abs(Number(chatId)) };
  return failed(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
}

/** The bot as getMe and messages show it. */
export function botOf(token: string) {
  const id = Number(token.split(':')[0]);
  return { id, is_bot: true, first_name: 'Farwatch alerts', username: `farwatch_${id}_bot` };
}

/** The chat: negative numbers are groups, names channels, others people. */
export function chatOf(chatId: string) {
  if (chatId.startsWith('@')) {
    return { id: -1_001_000_000_001, type: 'channel', title: 'Farwatch', username: chatId.slice(1) };
  }
  const id = Number(chatId);
  return id < 0 ? { id, type: 'group', title: 'Operations' } : { id, type: 'private', first_name: 'Demo' };
}
