import { notificationCalls } from '@farwatch/core/api/notifications';
import { findChats } from '../../alerts/find-chats.ts';
import { route } from '../route.ts';
import { readNotifications } from './change-settings.ts';
import { knownToken, refused } from './telegram-parts.ts';

export const findTelegramChats = route(notificationCalls.findChats, {
  run: async (run, caller, { body: { bot_token } }) => {
    const { telegram } = await readNotifications(run, caller.uid);
    const search = await findChats(knownToken(bot_token, telegram.bot_token));
    if (!search.ok) throw refused(search);
    return { bot: search.bot, chats: search.chats };
  },
});
