import { z } from 'zod';
import { named } from '../values/api-name.ts';
import { channelTimingSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { maskSettings } from '../values/channels/channel-settings.ts';
import { maskTelegram, NO_TELEGRAM, telegramSettingsSchema } from '../values/channels/telegram.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { channelSchema } from './channel.ts';
import { declareCollection } from './collection.ts';

/** `silencePeriod`: in minutes, 0 for none. */
export const thresholdsSchema = z.object({
  severity: severityFilterSchema,
  silencePeriod: named('silence_period', z.number().int().min(0).max(120).multipleOf(5)),
});

/** The specified settings. */
export const notificationSettingsSchema = z.object({
  telegram: telegramSettingsSchema.default(NO_TELEGRAM),
  thresholds: thresholdsSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/**
 * `users/{uid}/private/notifications`. `channels`: those besides the specified ones, by their ids. `telegramTiming`:
 * when the specified Telegram integration is notified. `confirmationsMs`: when links that confirm an address were sent, epoch ms.
 */
export const storedNotificationsSchema = notificationSettingsSchema.extend({
  channels: z.record(idSchema, channelSchema).default({}),
  telegramTiming: channelTimingSchema.default(IMMEDIATE),
  confirmationsMs: z.array(atMsSchema).optional(),
});
export type StoredNotifications = z.infer<typeof storedNotificationsSchema>;

/** The specified settings with each secret masked, as clients read them. */
export function maskSecrets(settings: NotificationSettings): NotificationSettings {
  return { telegram: maskTelegram(settings.telegram), thresholds: settings.thresholds };
}

/** The settings with the secrets of all channels masked. */
function redactNotifications({ channels, telegramTiming, ...specified }: StoredNotifications): StoredNotifications {
  const masked = Object.entries(channels).map(([id, { settings, retired: _, ...channel }]) => {
    return [id, { ...channel, settings: maskSettings(channel.type, settings) }] as const;
  });
  return { ...maskSecrets(specified), telegramTiming, channels: Object.fromEntries(masked) };
}

export const notificationSettingsCollection = declareCollection({
  path: 'users/{}/private',
  schema: storedNotificationsSchema,
  readableBy: 'none',
  noIndex: ['channels', 'confirmationsMs', 'telegram', 'telegramTiming', 'thresholds'],
  account: 'with parent',
  redact: redactNotifications,
});

export const DEFAULT_NOTIFICATION_SETTINGS: StoredNotifications = {
  telegram: NO_TELEGRAM,
  channels: {},
  telegramTiming: IMMEDIATE,
  thresholds: { severity: 'high', silencePeriod: 15 },
};
