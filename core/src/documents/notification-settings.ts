import { z } from 'zod';
import { named } from '../values/api-name.ts';
import { maskSettings } from '../values/channels/channel-settings.ts';
import {
  CHANNEL_NAMES,
  type ChannelName,
  type ChannelSettingsByName,
  mapChannels,
  readyChannels,
} from '../values/channels/channels.ts';
import type { CHANNELS } from '../values/channels/table.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { channelSchema } from './channel.ts';
import { declareCollection } from './collection.ts';

/** `silencePeriod`: in minutes, 0 for none. */
export const thresholdsSchema = z.object({
  severity: severityFilterSchema,
  silencePeriod: named('silence_period', z.number().int().min(0).max(120).multipleOf(5)),
});

type PartSchemas = { [Name in ChannelName]: z.ZodDefault<(typeof CHANNELS)[Name]['stored']> };

/** The specified settings. Documents older than a channel lack its settings. */
export const notificationSettingsSchema = z.object({
  ...mapChannels<PartSchemas>(({ stored, defaults }) => stored.default(defaults) as PartSchemas[ChannelName]),
  thresholds: thresholdsSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/**
 * `users/{uid}/private/notifications`. `channels`: those besides the specified ones, by their ids. `confirmationsMs`:
 * when links that confirm an address were sent, epoch ms.
 */
export const storedNotificationsSchema = notificationSettingsSchema.extend({
  channels: z.record(idSchema, channelSchema).default({}),
  confirmationsMs: z.array(atMsSchema).optional(),
});
export type StoredNotifications = z.infer<typeof storedNotificationsSchema>;

/** The specified settings with each secret masked, as clients read them. */
export function maskSecrets(settings: NotificationSettings): NotificationSettings {
  return {
    thresholds: settings.thresholds,
    ...mapChannels<ChannelSettingsByName>(
      (channel, name) => channel.mask(settings[name]) as ChannelSettingsByName[ChannelName],
    ),
  };
}

/** The settings with the secrets of all channels masked. */
function redactNotifications({ channels, ...specified }: StoredNotifications): StoredNotifications {
  const masked = Object.entries(channels).map(([id, { settings, ...channel }]) => {
    return [id, { ...channel, settings: maskSettings(channel.type, settings) }] as const;
  });
  return { ...maskSecrets(specified), channels: Object.fromEntries(masked) };
}

export const notificationSettingsCollection = declareCollection({
  path: 'users/{}/private',
  schema: storedNotificationsSchema,
  readableBy: 'none',
  noIndex: [...CHANNEL_NAMES, 'channels', 'confirmationsMs', 'thresholds'],
  account: 'with parent',
  redact: redactNotifications,
});

export const DEFAULT_NOTIFICATION_SETTINGS: StoredNotifications = {
  ...mapChannels<ChannelSettingsByName>(({ defaults }) => defaults as ChannelSettingsByName[ChannelName]),
  channels: {},
  thresholds: { severity: 'high', silencePeriod: 15 },
};

/** Whether a channel is ready and verified by a test message. */
export function hasVerifiedChannel(settings: NotificationSettings): boolean {
  return readyChannels(settings).some((name) => settings[name].verified);
}

/** Whether any channel is ready. */
export function canNotify(settings: NotificationSettings): boolean {
  return readyChannels(settings).length > 0;
}
