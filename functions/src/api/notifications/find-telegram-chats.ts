import { telegramBotInputSchema, telegramChatsAnswerSchema } from '@farwatch/core/api/notifications';
import { findChats } from '../../alerts/find-chats.ts';
import { route } from '../route.ts';
import { readNotifications } from './change-settings.ts';
import { knownToken, refused } from './telegram-parts.ts';

export const findTelegramChats = route({
  method: 'post',
  path: '/v1/notifications/telegram/chats',
  summary: 'The chats that have written to a bot, to choose the chat id from; nothing is saved',
  body: telegramBotInputSchema,
  output: telegramChatsAnswerSchema,
  run: async (run, caller, { body: { bot_token } }) => {
    const { telegram } = await readNotifications(run, caller.uid);
    const search = await findChats(knownToken(bot_token, telegram.bot_token));
    if (!search.ok) throw refused(search);
    return { bot: search.bot, chats: search.chats };
  },
});
