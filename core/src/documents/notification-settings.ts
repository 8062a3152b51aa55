import { z } from 'zod';

export const severityFilterSchema = z.enum(['all', 'low', 'medium', 'high', 'critical']);
export type SeverityFilter = z.infer<typeof severityFilterSchema>;

/** `users/{uid}/private/notifications`. `silence_period` in minutes, 0 for none. */
export const notificationSettingsSchema = z.object({
  telegram: z.object({
    enabled: z.boolean(),
    bot_token: z.string().max(200),
    chat_id: z.string().max(100),
    verified: z.boolean(),
  }),
  thresholds: z.object({
    severity: severityFilterSchema,
    silence_period: z.number().int().min(0).max(120).multipleOf(5),
  }),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  telegram: { enabled: false, bot_token: '', chat_id: '', verified: false },
  thresholds: { severity: 'high', silence_period: 15 },
};

/** Whether alerts go to a chat that a test message has reached. */
export function reachesChat(settings: NotificationSettings): boolean {
  return canNotify(settings) && settings.telegram.verified;
}

/** Whether messages can be sent at all: Telegram enabled, with a token and a chat. */
export function canNotify(settings: NotificationSettings): boolean {
  const { enabled, bot_token, chat_id } = settings.telegram;
  return enabled && bot_token !== '' && chat_id !== '';
}
