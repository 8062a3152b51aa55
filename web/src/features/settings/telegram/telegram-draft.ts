import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';

type Stored = NotificationSettings['telegram'];
type Draft = Pick<Stored, 'botToken' | 'chatId'>;

/** A test needs both the token and the chat. */
export function canTest({ botToken, chatId }: Draft): boolean {
  return botToken.trim() !== '' && chatId.trim() !== '';
}

/** Whether the draft equals the stored token and chat, which a test has verified. */
export function isVerified(stored: Stored, draft: Draft): boolean {
  return stored.verified && draft.botToken === stored.botToken && draft.chatId === stored.chatId;
}
