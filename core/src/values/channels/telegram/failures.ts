import type { ChannelFailure } from '../channel.ts';

/** Why Telegram refuses a request, and what to do about each, in one or two sentences. */
export const TELEGRAM_FAILURES = {
  telegram_unauthorized: {
    status: 400,
    text: 'Telegram does not know this bot token',
    advice: 'The bot token is wrong or was revoked. Copy it again from @BotFather, in full, or have it make a new one.',
    passes: false,
  },
  telegram_chat_not_found: {
    status: 400,
    text: 'Telegram does not find this chat',
    advice:
      'Open the chat with your bot and press Start, or add the bot to the group, then check the chat id: the id of a group starts with a minus sign.',
    passes: false,
  },
  telegram_refused: {
    status: 400,
    text: 'Telegram does not let the bot write to this chat',
    advice:
      'The bot is blocked in this chat or may not write there. Unblock it, or give it the right to send messages.',
    passes: false,
  },
  telegram_busy: {
    status: 429,
    text: 'Telegram asks for fewer messages',
    advice: 'Too many messages went to Telegram in a short time. Wait a little, then test again.',
    passes: true,
  },
  telegram_taken: {
    status: 409,
    text: 'Another program receives what this bot is sent',
    advice:
      'A webhook is set for this bot, or another program asks for its updates, so its chats cannot be looked up. Enter the chat id by hand, or make a bot for Farwatch alone: sending alerts works all the same.',
    passes: false,
  },
  telegram_unreachable: {
    status: 502,
    text: 'Telegram cannot be reached',
    advice:
      'Telegram did not answer. Your settings may be right: try again in a few minutes, and look whether Telegram works elsewhere.',
    passes: true,
  },
} as const satisfies Record<string, ChannelFailure>;
export type TelegramFailure = keyof typeof TELEGRAM_FAILURES;

/** Reads the Bot API's error code and description; without a code it never answered. */
export function telegramFailure(errorCode: number | null, description: string): TelegramFailure {
  if (errorCode === null || errorCode >= 500) return 'telegram_unreachable';
  if (errorCode === 401 || errorCode === 404) return 'telegram_unauthorized';
  if (errorCode === 429) return 'telegram_busy';
  if (errorCode === 409) return 'telegram_taken';
  return errorCode === 400 && /chat not found|chat_id|peer_id/i.test(description)
    ? 'telegram_chat_not_found'
    : 'telegram_refused';
}

/** Reads the reason of a failed send: '<error code>: <description>' where Telegram answered, else another sentence. */
export function telegramFailureOf(reason: string): TelegramFailure {
  const [, code, description = ''] = /^(\d{3}): (.*)$/s.exec(reason) ?? [];
  return telegramFailure(code === undefined ? null : Number(code), description);
}
