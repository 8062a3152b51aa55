/** What the stand-in can be told to do instead of answering as it should. */
export const modes = [
  'ok',
  'unauthorized',
  'chat_not_found',
  'blocked',
  'upgraded',
  'rate_limit',
  'error',
  'hang',
] as const;

/** Modes that are about a chat, and so meet only what names one. */
const ABOUT_CHATS: ReadonlySet<string> = new Set(['chat_not_found', 'blocked', 'upgraded']);

const OF_A_CHAT: ReadonlySet<string> = new Set(['getChat', 'sendMessage']);
const LIMITED: ReadonlySet<string> = new Set(['getUpdates', 'sendMessage']);

/** How the stand-in behaves now. */
export interface Mode {
  mode: (typeof modes)[number];
  /** Seconds, told with rate_limit. */
  retry_after: number;
  /** After this many requests it is ok again; null for until it is switched. */
  times: number | null;
  /** Only requests for that chat are met by it; null for all. */
  chat_id: string | null;
}

export const okMode: Mode = { mode: 'ok', retry_after: 1, times: null, chat_id: null };

/** A mode as posted to /mode, or the sentence that says what is wrong with it. */
export function parseMode(body: unknown): Mode | string {
  if (typeof body !== 'object' || body === null) return 'The body must be a JSON object.';
  const { mode, retry_after = 1, times = null, chat_id = null } = body as Record<string, unknown>;
  const known = modes.find((name) => name === mode);
  if (!known) return `mode must be one of ${modes.join(', ')}.`;
  if (!isCount(retry_after)) return 'retry_after must be a whole number of seconds, at least 1.';
  if (times !== null && !isCount(times)) return 'times must be a whole number, at least 1.';
  return { mode: known, retry_after, times, chat_id: chat_id === null ? null : String(chat_id) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}

/** The mode that meets a request for that method and chat: ok where the given one does not concern it. */
export function modeFor(mode: Mode, method: string, chatId: string | null): Mode['mode'] {
  if (mode.chat_id !== null && mode.chat_id !== chatId) return 'ok';
  if (ABOUT_CHATS.has(mode.mode) && !OF_A_CHAT.has(method)) return 'ok';
  if (mode.mode === 'rate_limit' && !LIMITED.has(method)) return 'ok';
  return mode.mode;
}

/** The mode after a request was met by it. */
export function afterUse(mode: Mode): Mode {
  if (mode.times === null) return mode;
  return mode.times <= 1 ? okMode : { ...mode, times: mode.times - 1 };
}
