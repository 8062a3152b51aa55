import { notificationCalls, verifyCalls } from '@farwatch/core/contracts/api/notifications';
import type { StoredNotifications } from '@farwatch/core/documents/notification-settings';
import { maskSecrets } from '@farwatch/core/documents/notification-settings';
import { textsOf } from '@farwatch/core/texts/texts';
import { CHANNEL_FAILURES, CHANNEL_NAMES, type ChannelName, getChannel } from '@farwatch/core/values/channels/channels';
import { resolveSecret } from '@farwatch/core/values/channels/secret';
import { testChannel } from '../../channels/send-to-channel.ts';
import type { Refusal } from '../../channels/sender.ts';
import { findChats } from '../../channels/telegram/find-chats.ts';
import { ApiError } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { readUser } from '../users/ensure-user.ts';
import { changeNotifications, readNotifications } from './settings.ts';

/** The test of each channel, whose settings are then saved as verified. */
export const verifyRoutes: readonly Route[] = CHANNEL_NAMES.map(verifyRoute);

function verifyRoute(name: ChannelName): Route {
  return route(verifyCalls[name], {
    run: async (run, caller, { body }) => {
      const [stored, { language }] = await Promise.all([readNotifications(run, caller.uid), readUser(run, caller)]);
      const tried = testedSettings(name, body, stored);
      const { testMessage } = await textsOf(language);
      const test = await testChannel(name, tried, testMessage);
      if (!test.ok) throw channelError(test);
      const settings = await changeNotifications(run, caller, (now) => {
        const changed = testedSettings(name, body, now);
        // Another secret was saved meanwhile, and the request only has the mask of the previous one.
        if (!sameTarget(name, tried, changed)) throw new ApiError('conflict');
        return changed;
      });
      return maskSecrets(settings);
    },
  });
}

/** The settings after a successful test. Throws ApiError `invalid` for a mask without a stored secret. */
function testedSettings(name: ChannelName, body: unknown, stored: StoredNotifications): StoredNotifications {
  const part = getChannel(name).applyTest(body, stored[name]);
  if (part === null) throw new ApiError('invalid', { details: [{ path: '', message: 'contains an unknown secret' }] });
  // Safe: the part belongs to the channel of this name.
  return { ...stored, [name]: part } as StoredNotifications;
}

/** Whether both have the same target and secret; `enabled` may differ. */
function sameTarget(name: ChannelName, tried: StoredNotifications, now: StoredNotifications): boolean {
  const of = (settings: StoredNotifications) => JSON.stringify({ ...settings[name], enabled: true });
  return of(tried) === of(now);
}

/** The error with advice and the channel's own error. */
function channelError({ failure, technical, retryAfterSec }: Refusal): ApiError {
  return new ApiError(failure, {
    details: CHANNEL_FAILURES[failure].advice,
    technicalDetails: technical,
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  });
}

export const findTelegramChats = route(notificationCalls.findChats, {
  run: async (run, caller, { body: { botToken } }) => {
    const { telegram } = await readNotifications(run, caller.uid);
    const token = resolveSecret(botToken, telegram.botToken);
    if (token === '') throw new ApiError('invalid', { details: [{ path: 'bot_token', message: 'is not known' }] });
    const search = await findChats(token);
    if (!search.ok) throw channelError(search);
    return { bot: search.bot, chats: search.chats };
  },
});
