import { z } from 'zod';
import { named } from '../values/api-name.ts';
import { channelTimingSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { maskSettings } from '../values/channels/channel-settings.ts';
import { maskTelegram, NO_TELEGRAM, telegramSettingsSchema } from '../values/channels/telegram.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { channelSchema } from './channel.ts';
import { declareCollection } from './collection.ts';

/** When alerts are sent. */
export const thresholdsSchema = z.object({
  severity: severityFilterSchema,
  /** In minutes, 0 for no silence period. */
  silencePeriod: named('silence_period', z.number().int().min(0).max(120).multipleOf(5)),
});

/** The specified settings. */
export const notificationSettingsSchema = z.object({
  telegram: telegramSettingsSchema.default(NO_TELEGRAM),
  thresholds: thresholdsSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** `users/{accountId}/private/notifications`. */
export const storedNotificationsSchema = notificationSettingsSchema.extend({
  /** The channels in addition to the specified ones, by their ids. */
  channels: z.record(idSchema, channelSchema).default({}),
  /** When the specified Telegram integration is notified. */
  telegramTiming: channelTimingSchema.default(IMMEDIATE),
  /** Whether it is notified of slow endpoints, too; false if missing. */
  telegramAlsoSlow: z.boolean().optional(),
  /** When links that confirm an address were sent, epoch ms. */
  confirmationsMs: z.array(atMsSchema).optional(),
});
export type StoredNotifications = z.infer<typeof storedNotificationsSchema>;

/** Returns the specified settings with each secret masked, as clients read them. */
export function maskSecrets(settings: NotificationSettings): NotificationSettings {
  return { telegram: maskTelegram(settings.telegram), thresholds: settings.thresholds };
}

/** Returns the settings with the secrets of all channels masked. */
function redactNotifications({
  channels,
  telegramTiming,
  telegramAlsoSlow,
  ...specified
}: StoredNotifications): StoredNotifications {
  const masked = Object.entries(channels).map(([id, { settings, retired: _, ...channel }]) => {
    return [id, { ...channel, settings: maskSettings(channel.type, settings) }] as const;
  });
  const options = { telegramTiming, ...(telegramAlsoSlow !== undefined && { telegramAlsoSlow }) };
  return { ...maskSecrets(specified), ...options, channels: Object.fromEntries(masked) };
}

export const notificationSettingsCollection = declareCollection({
  path: 'users/{}/private',
  schema: storedNotificationsSchema,
  readableBy: 'none',
  noIndex: ['channels', 'confirmationsMs', 'telegram', 'telegramAlsoSlow', 'telegramTiming', 'thresholds'],
  account: 'with parent',
  redact: redactNotifications,
});

export const DEFAULT_NOTIFICATION_SETTINGS: StoredNotifications = {
  telegram: NO_TELEGRAM,
  channels: {},
  telegramTiming: IMMEDIATE,
  thresholds: { severity: 'high', silencePeriod: 15 },
};
