import { notificationCalls } from '@farwatch/core/api/notifications';
import { secretMeant } from '@farwatch/core/channels/secret';
import { findChats } from '../../channels/telegram/find-chats.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { readNotifications } from './change-settings.ts';
import { refused } from './verify-channel.ts';

export const findTelegramChats = route(notificationCalls.findChats, {
  run: async (run, caller, { body: { bot_token } }) => {
    const { telegram } = await readNotifications(run, caller.uid);
    const token = secretMeant(bot_token, telegram.bot_token);
    if (token === '') throw new ApiError('invalid', { details: [{ path: 'bot_token', message: 'is not known' }] });
    const search = await findChats(token);
    if (!search.ok) throw refused(search);
    return { bot: search.bot, chats: search.chats };
  },
});
