import type { Language } from '../documents/user.ts';

/** What a chat is sent to see whether messages arrive. */
export const TEST_MESSAGES: Record<Language, string> = {
  en: '✅ Farwatch can send messages to this chat.',
  cn: '✅ Farwatch 可以向此聊天发送消息。',
};
