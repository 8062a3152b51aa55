import { type NotificationInput, notificationInputSchema } from '@farwatch/core/api/notifications';
import type { NotificationSettings, SeverityFilter } from '@farwatch/core/documents/notification-settings';

/** What the form of the notification settings holds, under the API's names. */
export type NotificationDraft = {
  enabled: boolean;
  bot_token: string;
  chat_id: string;
  severity: SeverityFilter;
  silence_period: number;
};

export function draftOf({ telegram, thresholds }: NotificationSettings): NotificationDraft {
  const { enabled, bot_token, chat_id } = telegram;
  return { enabled, bot_token, chat_id, ...thresholds };
}

/** What to save, or which of the two typed fields is at fault. */
export function readDraft(draft: NotificationDraft): { input: NotificationInput } | { wrong: 'bot_token' | 'chat_id' } {
  const { enabled, bot_token, chat_id, severity, silence_period } = draft;
  const parsed = notificationInputSchema.safeParse({
    telegram: { enabled, bot_token, chat_id },
    thresholds: { severity, silence_period },
  });
  if (parsed.success) return { input: parsed.data };
  return { wrong: parsed.error.issues.some(({ path }) => path.includes('bot_token')) ? 'bot_token' : 'chat_id' };
}

/** A test needs both (spec 5). */
export function canTest({ bot_token, chat_id }: NotificationDraft): boolean {
  return bot_token.trim() !== '' && chat_id.trim() !== '';
}

/** Another token or chat than the stored is not verified (spec 4). */
export function isVerified({ telegram }: NotificationSettings, draft: NotificationDraft): boolean {
  return telegram.verified && draft.bot_token === telegram.bot_token && draft.chat_id === telegram.chat_id;
}

/**
 * The token that typing over `shown` means. The mask of a stored one is not text to edit: what is typed into it, wherever,
 * begins a new token, and taking from it clears it.
 */
export function typedToken(shown: string, typed: string, mask: string): string {
  if (mask === '' || shown !== mask) return typed;
  let start = 0;
  while (start < mask.length && mask[start] === typed[start]) start += 1;
  let end = 0;
  while (end < mask.length - start && mask.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(start, Math.max(start, typed.length - end));
}
