import { z } from 'zod';
import {
  type NotificationSettings,
  notificationSettingsSchema,
  thresholdsSchema,
} from '../../documents/notification-settings.ts';
import {
  type ChannelName,
  type ChannelSettingsByName,
  failureCodesOf,
  mapChannels,
} from '../../values/channels/channels.ts';
import { CHANNELS } from '../../values/channels/table.ts';
import { telegramChatSchema } from '../../values/channels/telegram/chats.ts';
import { telegramInputSchema } from '../../values/channels/telegram/telegram.ts';
import { apiCall } from './call.ts';

type InputSchemas = { [Name in ChannelName]: (typeof CHANNELS)[Name]['input'] };

/** `PUT /v1/notifications/settings`: all settings. */
export const notificationInputSchema = z.object({
  ...mapChannels<InputSchemas>(({ input }) => input as InputSchemas[ChannelName]),
  thresholds: thresholdsSchema,
});
export type NotificationInput = z.infer<typeof notificationInputSchema>;

/** `was`: the settings as they were read. Values that equal them are no changes. */
const saveSchema = notificationInputSchema.extend({ was: notificationSettingsSchema.optional() });

/** `POST /v1/notifications/telegram/chats`: the token may be the mask of the stored one. */
const telegramBotInputSchema = telegramInputSchema.pick({ botToken: true });

/** The bot's name at Telegram, without @, and the chats that have written to it, the latest first. */
const telegramChatsAnswerSchema = z.object({ bot: z.string(), chats: z.array(telegramChatSchema) });
export type TelegramChats = z.infer<typeof telegramChatsAnswerSchema>;

/**
 * The settings after saving `input` over `stored`: another target is no longer verified, and what others saved since
 * `was` was read stays where the input does not change it.
 */
export function savedSettings(
  { was, ...input }: z.output<typeof saveSchema>,
  stored: NotificationSettings,
): NotificationSettings {
  const parts = mapChannels<ChannelSettingsByName>((channel, name) => {
    const changed = withStored(input[name], was?.[name], stored[name]);
    return channel.applySave(changed, stored[name]) as ChannelSettingsByName[ChannelName];
  });
  return { ...parts, thresholds: withStored(input.thresholds, was?.thresholds, stored.thresholds) };
}

/** Returns the input with the stored values of the keys in which it equals `was`. */
function withStored<Part extends object>(input: Part, was: Part | undefined, stored: Part): Part {
  if (!was || !input) return input;
  const kept = { ...input };
  for (const key of Object.keys(input) as (keyof Part)[]) {
    if (input[key] === was[key]) kept[key] = stored[key];
  }
  return kept;
}

/** `POST /v1/notifications/{channel}/verify`: needs all settings of the channel; a secret may be its mask. */
function verifyCall<Name extends ChannelName>(name: Name) {
  const testInput: (typeof CHANNELS)[Name]['testInput'] = CHANNELS[name].testInput;
  return apiCall({
    method: 'post',
    path: `/v1/notifications/${name}/verify`,
    summary: 'Send a test message; if it arrives, the settings are saved as verified',
    body: testInput,
    output: notificationSettingsSchema,
    errors: ['conflict', ...failureCodesOf(name)],
  });
}

type VerifyCalls = { [Name in ChannelName]: ReturnType<typeof verifyCall<Name>> };

/** The test of each channel. */
export const verifyCalls = mapChannels<VerifyCalls>((_, name) => verifyCall(name));

export const notificationCalls = {
  read: apiCall({
    method: 'get',
    path: '/v1/notifications/settings',
    summary: 'The channels and thresholds; secrets are masked',
    output: notificationSettingsSchema,
  }),
  save: apiCall({
    method: 'put',
    path: '/v1/notifications/settings',
    summary: 'Save all settings; the mask keeps the stored secret, another target is unverified',
    body: saveSchema,
    output: notificationSettingsSchema,
  }),
  findChats: apiCall({
    method: 'post',
    path: '/v1/notifications/telegram/chats',
    summary: 'The chats that have written to a bot, to choose the chat id from; nothing is saved',
    body: telegramBotInputSchema,
    output: telegramChatsAnswerSchema,
    // Telegram's errors are recognized by their text, so any of them can result from any request.
    errors: failureCodesOf('telegram'),
  }),
};
