import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { DeliveryFailureCode } from '@farwatch/core/values/channels/channel-type';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { telegramTarget } from '@farwatch/core/values/channels/telegram';
import type { TelegramFailure } from '@farwatch/core/values/channels/telegram-failures';
import { SECOND_MS } from '@farwatch/core/values/time';
import { TelegramApiError } from 'node-telegram-bot-api';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { telegramApi } from './client.ts';
import { withCurrentChatId } from './current-chat.ts';
import { refusalOf } from './refusal.ts';

/** The time of each of two calls. */
const TIMEOUT_MS = 5 * SECOND_MS;
/** Used if Telegram gives no time. */
const RETRY_AFTER_SEC = 30;

const CODES: Record<TelegramFailure, DeliveryFailureCode> = {
  telegram_unauthorized: 'unauthorized',
  telegram_chat_not_found: 'target_not_found',
  telegram_refused: 'refused',
  telegram_busy: 'busy',
  telegram_taken: 'refused',
  telegram_unreachable: 'unreachable',
};

/** Sends the text to a chat. A group that became a supergroup is followed to its new id. */
export const sendTelegram: ChannelSender<ChannelSettingsOf<'telegram'>> = async (
  { botToken, chatId },
  { text, link, lineUrls = [] },
) => {
  try {
    const api = telegramApi(botToken, TIMEOUT_MS);
    const target = telegramTarget(chatId);
    const options = {
      ...topicOf(target),
      link_preview_options: { is_disabled: true },
      ...buttonOf(link),
      ...linksOf(text, lineUrls),
    };
    await withCurrentChatId(target.chatId, (current) => api.sendMessage({ chat_id: current, text, ...options }));
    return { outcome: 'sent' };
  } catch (error) {
    return resultOf(error, botToken);
  }
};

/** The parameter for a topic of a group. */
export function topicOf({ topicId }: ReturnType<typeof telegramTarget>) {
  return topicId === undefined ? {} : { message_thread_id: topicId };
}

/** Telegram takes only addresses of the web for buttons, so a local link has none. */
function buttonOf(link: OutgoingMessage['link']) {
  if (link === null || !link.url.startsWith('https://')) return {};
  return { reply_markup: { inline_keyboard: [[{ text: link.label, url: link.url }]] } };
}

/** Links each line of a digest, which come after the title, to its endpoint; as above, only to the web. */
function linksOf(text: string, lineUrls: readonly (string | null)[]) {
  const lines = text.split('\n');
  let offset = 0;
  const entities = lines.flatMap((line, index) => {
    const start = offset;
    offset += line.length + 1;
    const url = index === 0 ? null : (lineUrls[index - 1] ?? null);
    return url?.startsWith('https://') ? [{ type: 'text_link' as const, offset: start, length: line.length, url }] : [];
  });
  return entities.length > 0 ? { entities } : {};
}

/** A rejected text is a 400 that names neither the chat nor a right: 'message is too long', 'can't parse entities'. */
const REJECTED_TEXT = /message (text )?is (too long|empty)|can't parse|text must be|button|keyboard/i;

/**
 * What Telegram says of a chat that the bot may not write to, or that is gone; other refusals may end. A supergroup whose
 * new id it names is followed before.
 */
const NOT_ALLOWED =
  /bot (was|is) (blocked|kicked|not a member)|bot can't|user is deactivated|user not found|chat was (deleted|deactivated|upgraded)|have no rights|not enough rights|administrator rights|CHAT_(WRITE_FORBIDDEN|SEND_[A-Z]+_FORBIDDEN|RESTRICTED|ADMIN_REQUIRED)|USER_IS_BLOCKED|thread not found|TOPIC_(CLOSED|DELETED)/i;

function resultOf(error: unknown, botToken: string): DeliveryResult {
  const { failure, technical: reason, retryAfterSec = RETRY_AFTER_SEC } = refusalOf(error, botToken);
  const code = CODES[failure];
  if (code === 'busy') return { outcome: 'limited', retryAfterSec, code, reason };
  if (code === 'unreachable') return { outcome: 'failed', code, reason };
  const description = error instanceof TelegramApiError ? error.description : '';
  if (REJECTED_TEXT.test(description)) return { outcome: 'rejected', code: 'message_rejected', reason };
  // A conflict is about reading updates, which sending does not need.
  const isOwn = failure === 'telegram_unauthorized' || failure === 'telegram_chat_not_found';
  const isForGood = isOwn || NOT_ALLOWED.test(description);
  return { outcome: isForGood ? 'stopped' : 'failed', code, reason };
}
