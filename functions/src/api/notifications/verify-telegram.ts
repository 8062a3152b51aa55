import { masked, notificationCalls, tokenMeant } from '@farwatch/core/api/notifications';
import { textsOf } from '@farwatch/core/languages';
import { testChat } from '../../alerts/test-chat.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';
import { changeNotifications, readNotifications } from './change-settings.ts';
import { knownToken, refused } from './telegram-parts.ts';

export const verifyTelegram = route(notificationCalls.verify, {
  run: async (run, caller, { body: { bot_token: given, chat_id } }) => {
    const [{ telegram }, { language }] = await Promise.all([readNotifications(run, caller.uid), readUser(run, caller)]);
    const bot_token = knownToken(given, telegram.bot_token);
    const { testMessage } = await textsOf(language);
    const test = await testChat(bot_token, chat_id, testMessage);
    if (!test.ok) throw refused(test);
    const settings = await changeNotifications(run, caller, (stored) => {
      // Another token was saved meanwhile, and this one was given by the former's mask alone.
      if (tokenMeant(given, stored.telegram.bot_token) !== bot_token) throw new ApiError('conflict');
      return { ...stored, telegram: { ...stored.telegram, bot_token, chat_id, verified: true } };
    });
    return masked(settings);
  },
});
