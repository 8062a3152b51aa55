import type { NotificationSettings } from '@farwatch/core/documents/notification-settings';

type Stored = NotificationSettings['telegram'];
type Draft = Pick<Stored, 'bot_token' | 'chat_id'>;

/** A test needs both. */
export function canTest({ bot_token, chat_id }: Draft): boolean {
  return bot_token.trim() !== '' && chat_id.trim() !== '';
}

/** Another token or chat than the stored is not verified. */
export function isVerified(stored: Stored, draft: Draft): boolean {
  return stored.verified && draft.bot_token === stored.bot_token && draft.chat_id === stored.chat_id;
}

const HIDDEN = '•';

/** Whether it is what a mask leaves when its hidden part was taken from it; one key alone begins a token. */
const isRestOf = (mask: string, typed: string) => typed.length > 1 && mask.endsWith(typed);

/**
 * The token that typing over `shown` means. The mask of a stored one is not text to edit: what is typed into it, wherever,
 * begins a new token, and taking from it clears it. What replaces all of it is the new token as it is.
 */
export function typedToken(shown: string, typed: string, mask: string): string {
  if (mask === '' || shown !== mask) return typed;
  if (!typed.includes(HIDDEN) && !isRestOf(mask, typed)) return typed;
  let start = 0;
  while (start < mask.length && mask[start] === typed[start]) start += 1;
  let end = 0;
  while (end < mask.length - start && mask.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(start, Math.max(start, typed.length - end));
}
