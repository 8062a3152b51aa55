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

const HIDDEN = '•';

/** Whether only the visible end of the mask remains; a single character is the start of a new token. */
const isMaskEnd = (mask: string, input: string) => input.length > 1 && mask.endsWith(input);

/**
 * The token after an edit of `shown`. The mask of a stored token cannot be edited: characters typed into it start a new
 * token, deleting from it clears the token, and text that replaces all of it is the new token.
 */
export function editToken(shown: string, input: string, mask: string): string {
  if (mask === '' || shown !== mask) return input;
  if (!input.includes(HIDDEN) && !isMaskEnd(mask, input)) return input;
  let start = 0;
  while (start < mask.length && mask[start] === input[start]) start += 1;
  let end = 0;
  while (end < mask.length - start && mask.at(-1 - end) === input.at(-1 - end)) end += 1;
  return input.slice(start, Math.max(start, input.length - end));
}
