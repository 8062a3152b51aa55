/** Why a request failed, in English for API responses. */
export type RequestFailure = { status: 400 | 409 | 429 | 502; text: string; advice: string };

/** Why Telegram refuses a request, and what to do about it. */
export const TELEGRAM_FAILURES = {
  telegram_unauthorized: {
    status: 400,
    text: 'Telegram does not know this bot token',
    advice: 'The bot token is wrong or was revoked. Copy it again from @BotFather, in full, or create a new one there.',
  },
  telegram_chat_not_found: {
    status: 400,
    text: 'Telegram cannot find this chat',
    advice:
      'Open the chat with your bot and press Start, or add the bot to the group, then check the chat id: the id of a group starts with a minus sign.',
  },
  telegram_refused: {
    status: 400,
    text: 'Telegram does not allow the bot to write to this chat',
    advice:
      'The bot is blocked in this chat or is not allowed to write there. Unblock it, or allow it to send messages.',
  },
  telegram_busy: {
    status: 429,
    text: 'Too many messages for Telegram',
    advice: 'Telegram limits how many messages a bot may send in a short time. Wait a little, then test again.',
  },
  telegram_taken: {
    status: 409,
    text: 'Another program receives the messages of this bot',
    advice:
      'A webhook is set for this bot, or another program reads its updates, so its chats cannot be listed. Enter the chat id by hand, or create a bot for Farwatch only. Alerts can be sent either way.',
  },
  telegram_unreachable: {
    status: 502,
    text: 'Telegram cannot be reached',
    advice:
      'Telegram did not respond. Your settings may be correct: try again in a few minutes, and check whether Telegram works elsewhere.',
  },
} as const satisfies Record<string, RequestFailure>;
export type TelegramFailure = keyof typeof TELEGRAM_FAILURES;

/** The failure for the Bot API's error code and description; null for no response. */
export function telegramFailure(errorCode: number | null, description: string): TelegramFailure {
  if (errorCode === null || errorCode >= 500) return 'telegram_unreachable';
  if (errorCode === 401 || errorCode === 404) return 'telegram_unauthorized';
  if (errorCode === 429) return 'telegram_busy';
  if (errorCode === 409) return 'telegram_taken';
  return errorCode === 400 && /chat not found|chat_id|peer_id/i.test(description)
    ? 'telegram_chat_not_found'
    : 'telegram_refused';
}
