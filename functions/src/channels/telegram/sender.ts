import type { SendResult } from '@farwatch/core/decisions/alerts/backoff';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import type { ChannelSettingsByName } from '@farwatch/core/values/channels/channels';
import { SECOND_MS } from '@farwatch/core/values/time';
import { TelegramApiError } from 'node-telegram-bot-api';
import type { ChannelTest, Message, Sender } from '../sender.ts';
import { telegramApi } from './client.ts';
import { withCurrentChatId } from './current-chat.ts';
import { refusalOf } from './refusal.ts';

/** For each of three calls, which must end before the browser gives up after ten seconds. */
const TEST_TIMEOUT_MS = 3 * SECOND_MS;
/** Used if Telegram gives no time. */
const RETRY_AFTER_SEC = 30;

type Settings = ChannelSettingsByName['telegram'];

export const telegram: Sender<Settings> = { send, test };

async function send({ botToken, chatId }: Settings, { contents, texts, nowMs }: Message): Promise<SendResult> {
  const { text } = composeMessage(contents, texts, { id: '', nowMs, link: null });
  try {
    const api = telegramApi(botToken);
    const message = await withCurrentChatId(chatId, (chatId) =>
      api.sendMessage({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    );
    return { outcome: 'sent', messageId: message.message_id };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): SendResult {
  if (!(error instanceof TelegramApiError))
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  const { errorCode, description, retryAfter: retryAfterSec = RETRY_AFTER_SEC } = error;
  if (errorCode === 429) return { outcome: 'limited', reason: `429: retry after ${retryAfterSec} s`, retryAfterSec };
  const isFinal = errorCode >= 400 && errorCode < 500;
  return { outcome: isFinal ? 'refused' : 'failed', reason: `${errorCode}: ${description}` };
}

/** Looks up the bot and the chat, then sends the text to it. */
async function test({ botToken, chatId }: Settings, text: string): Promise<ChannelTest> {
  const api = telegramApi(botToken, TEST_TIMEOUT_MS);
  try {
    await api.getMe();
    await withCurrentChatId(chatId, async (chatId) => {
      await api.getChat({ chat_id: chatId });
      await api.sendMessage({ chat_id: chatId, text });
    });
    return { ok: true };
  } catch (error) {
    return { ok: false, ...refusalOf(error, botToken) };
  }
}
