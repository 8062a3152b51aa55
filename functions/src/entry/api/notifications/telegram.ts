import { notificationCalls } from '@farwatch/core/contracts/api/notifications';
import { TELEGRAM_CHANNEL_ID } from '@farwatch/core/documents/channels-of';
import { maskSecrets, type StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { textsOf } from '@farwatch/core/texts/texts';
import { resolveSecret } from '@farwatch/core/values/channels/secret';
import { type telegramInputSchema, testedTelegram } from '@farwatch/core/values/channels/telegram';
import { TELEGRAM_FAILURES } from '@farwatch/core/values/channels/telegram-failures';
import type { z } from 'zod';
import { findChats } from '../../../domain/channels/telegram/find-chats.ts';
import type { Refusal } from '../../../domain/channels/telegram/refusal.ts';
import { testChat } from '../../../domain/channels/telegram/test-chat.ts';
import { readUser } from '../../../domain/users/ensure-user.ts';
import { ApiError, fieldError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { changeNotifications, readNotifications } from './settings.ts';

/** The test of the specified Telegram integration, whose settings are then saved as verified. */
export const verifyTelegram = route(notificationCalls.verify, {
  run: async (run, caller, { body }) => {
    const [stored, { language }] = await Promise.all([readNotifications(run, caller.accountId), readUser(run, caller)]);
    const tried = testedSettings(body, stored);
    const { testMessage } = await textsOf(language);
    const test = await testChat(tried.telegram, testMessage);
    if (!test.ok) throw telegramError(test);
    const change = (now: StoredNotifications) => {
      const changed = testedSettings(body, now);
      // Another secret was saved meanwhile, and the request only has the mask of the previous one.
      if (!hasSameTarget(tried, changed)) throw new ApiError('conflict');
      return changed;
    };
    return maskSecrets(await changeNotifications(run, caller, change, TELEGRAM_CHANNEL_ID));
  },
});

/** The settings after a successful test. Throws ApiError `invalid` for a mask without a stored secret. */
function testedSettings(body: z.infer<typeof telegramInputSchema>, stored: StoredNotifications): StoredNotifications {
  const part = testedTelegram(body, stored.telegram);
  if (part === null) throw fieldError('', 'contains an unknown secret');
  return { ...stored, telegram: part };
}

/** Whether both have the same bot and chat; `enabled` may differ. */
function hasSameTarget({ telegram: tried }: StoredNotifications, { telegram: now }: StoredNotifications): boolean {
  return tried.botToken === now.botToken && tried.chatId === now.chatId;
}

/** The error with advice and Telegram's own error. */
function telegramError({ failure, technical, retryAfterSec }: Refusal): ApiError {
  return new ApiError(failure, {
    details: TELEGRAM_FAILURES[failure].advice,
    technicalDetails: technical,
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  });
}

export const findTelegramChats = route(notificationCalls.findChats, {
  run: async (run, caller, { body: { botToken } }) => {
    const { telegram } = await readNotifications(run, caller.accountId);
    const token = resolveSecret(botToken, telegram.botToken);
    if (token === '') throw fieldError('bot_token', 'is not known');
    const search = await findChats(token);
    if (!search.ok) throw telegramError(search);
    return { bot: search.bot, chats: search.chats };
  },
});
