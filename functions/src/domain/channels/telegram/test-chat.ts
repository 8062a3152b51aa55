import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { telegramTarget } from '@farwatch/core/values/channels/telegram';
import { SECOND_MS } from '@farwatch/core/values/time';
import { telegramApi } from './client.ts';
import { withCurrentChatId } from './current-chat.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { topicOf } from './send.ts';

/** The time of each of three calls, which must end before the browser gives up after ten seconds. */
const TIMEOUT_MS = 3 * SECOND_MS;

export type ChatTest = { ok: true } | ({ ok: false } & Refusal);

/** Looks up the bot and the chat, then sends the text to it. Never throws. */
export async function testChat({ botToken, chatId }: ChannelSettingsOf<'telegram'>, text: string): Promise<ChatTest> {
  const api = telegramApi(botToken, TIMEOUT_MS);
  try {
    await api.getMe();
    const target = telegramTarget(chatId);
    await withCurrentChatId(target.chatId, async (current) => {
      await api.getChat({ chat_id: current });
      await api.sendMessage({ chat_id: current, text, ...topicOf(target) });
    });
    return { ok: true };
  } catch (error) {
    return { ok: false, ...refusalOf(error, botToken) };
  }
}
