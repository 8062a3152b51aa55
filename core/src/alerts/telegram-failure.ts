import type { ApiErrorCode } from '../api/error.ts';

/** Why Telegram refused a request, as one of the API's codes. */
export type TelegramFailure = Extract<ApiErrorCode, `telegram_${string}`>;

/** What to do about each, in one or two sentences. */
export const TELEGRAM_ADVICE: Record<TelegramFailure, string> = {
  telegram_unauthorized:
    'The bot token is wrong or was revoked. Copy it again from @BotFather, in full, or have it make a new one.',
  telegram_chat_not_found:
    'Open the chat with your bot and press Start, or add the bot to the group, then check the chat id: the id of a group starts with a minus sign.',
  telegram_refused:
    'The bot is blocked in this chat or may not write there. Unblock it, or give it the right to send messages.',
  telegram_busy: 'Too many messages went to Telegram in a short time. Wait a little, then test again.',
  telegram_taken:
    'A webhook is set for this bot, or another program asks for its updates, so its chats cannot be looked up. Enter the chat id by hand, or make a bot for Farwatch alone: sending alerts works all the same.',
  telegram_unreachable:
    'Telegram did not answer. Your settings may be right: try again in a few minutes, and look whether Telegram works elsewhere.',
};

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

/** The `lastError` of an alert that had no chat to go to. */
export const TELEGRAM_OFF = 'Telegram is switched off';

/** Why an alert was not delivered. */
export type DeliveryFailure = TelegramFailure | 'telegram_off';

/** Reads the `lastError` of an alert: '<error code>: <description>' where Telegram answered, else another sentence. */
export function deliveryFailure(lastError: string): DeliveryFailure {
  if (lastError === TELEGRAM_OFF) return 'telegram_off';
  const [, code, description = ''] = /^(\d{3}): (.*)$/s.exec(lastError) ?? [];
  return telegramFailure(code === undefined ? null : Number(code), description);
}
