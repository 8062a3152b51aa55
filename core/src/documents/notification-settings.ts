import { z } from 'zod';
import type { ChannelSettings } from '../values/channels/channel.ts';
import {
  CHANNEL_NAMES,
  type ChannelName,
  type ChannelSettingsByName,
  mapChannels,
  readyChannels,
} from '../values/channels/channels.ts';
import type { CHANNELS } from '../values/channels/table.ts';
import { declareCollection } from './collection.ts';

export const severityFilterSchema = z.enum(['all', 'low', 'medium', 'high', 'critical']);
export type SeverityFilter = z.infer<typeof severityFilterSchema>;

/** `silence_period` in minutes, 0 for none. */
export const thresholdsSchema = z.object({
  severity: severityFilterSchema,
  silence_period: z.number().int().min(0).max(120).multipleOf(5),
});

type PartSchemas = { [Name in ChannelName]: z.ZodDefault<(typeof CHANNELS)[Name]['stored']> };

/** `users/{uid}/private/notifications`: the settings of each channel; older documents may lack one. */
export const notificationSettingsSchema = z.object({
  ...mapChannels<PartSchemas>(({ stored, none }) => stored.default(none) as PartSchemas[ChannelName]),
  thresholds: thresholdsSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** The settings as clients see them: each secret as its mask. */
export function maskSecrets(settings: NotificationSettings): NotificationSettings {
  return {
    ...settings,
    ...mapChannels<ChannelSettingsByName>(
      (channel, name) => channel.masked(settings[name]) as ChannelSettingsByName[ChannelName],
    ),
  };
}

export const notificationSettingsCollection = declareCollection({
  path: 'users/{}/private',
  schema: notificationSettingsSchema,
  readableBy: 'none',
  noIndex: [...CHANNEL_NAMES, 'thresholds'],
  account: 'with parent',
  redact: maskSecrets,
});

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  ...mapChannels<ChannelSettingsByName>(({ none }) => none as ChannelSettingsByName[ChannelName]),
  thresholds: { severity: 'high', silence_period: 15 },
};

/** Whether a channel is ready that a test message has reached. */
export function hasVerifiedChannel(settings: NotificationSettings): boolean {
  return readyChannels(settings).some((name) => partOf(settings, name).verified);
}

/** Whether any channel is enabled and complete. */
export function canNotify(settings: NotificationSettings): boolean {
  return readyChannels(settings).length > 0;
}

/** One channel's settings. */
export function partOf(settings: NotificationSettings, name: ChannelName): ChannelSettings {
  return settings[name];
}
