import { z } from 'zod';
import { named } from '../values/api-name.ts';
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

/** `silencePeriod`: in minutes, 0 for none. */
export const thresholdsSchema = z.object({
  severity: severityFilterSchema,
  silencePeriod: named('silence_period', z.number().int().min(0).max(120).multipleOf(5)),
});

type PartSchemas = { [Name in ChannelName]: z.ZodDefault<(typeof CHANNELS)[Name]['stored']> };

/** `users/{uid}/private/notifications`. Documents older than a channel lack its settings. */
export const notificationSettingsSchema = z.object({
  ...mapChannels<PartSchemas>(({ stored, defaults }) => stored.default(defaults) as PartSchemas[ChannelName]),
  thresholds: thresholdsSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** The settings with each secret masked, as clients read them. */
export function maskSecrets(settings: NotificationSettings): NotificationSettings {
  return {
    ...settings,
    ...mapChannels<ChannelSettingsByName>(
      (channel, name) => channel.mask(settings[name]) as ChannelSettingsByName[ChannelName],
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
  ...mapChannels<ChannelSettingsByName>(({ defaults }) => defaults as ChannelSettingsByName[ChannelName]),
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
