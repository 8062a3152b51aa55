import { z } from 'zod';
import { channelSchema } from '../../documents/channel.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type StoredNotifications,
  storedNotificationsSchema,
  thresholdsSchema,
} from '../../documents/notification-settings.ts';
import { newUser, type User, userSchema } from '../../documents/user.ts';
import { IMMEDIATE } from '../../values/channel-timing.ts';

const fieldsSchema = z.record(z.string(), z.unknown());

/** What an unreadable part of a channel is taken for. A channel of which another part is unreadable is left out. */
const CHANNEL_DEFAULTS = {
  name: '',
  severity: null,
  monitors: null,
  tags: null,
  events: null,
  alsoSlow: false,
  language: null,
  timing: IMMEDIATE,
  personId: undefined,
  onDutyIn: undefined,
  createdAt: 0,
  unsubscribedAt: undefined,
  retired: undefined,
};

/**
 * Returns stored settings with a default for each part that cannot be read, so that one bad value silences no channel
 * that is intact. A channel whose target cannot be read is left out.
 */
export function readableSettings(stored: unknown): StoredNotifications {
  const fields = fieldsOf(stored);
  const channels = Object.entries(fieldsOf(fields.channels)).flatMap(([id, each]) => {
    const channel = withDefaults(channelSchema, each, CHANNEL_DEFAULTS);
    return channel ? [[id, channel] as const] : [];
  });
  const thresholds = withDefaults(thresholdsSchema, fields.thresholds, DEFAULT_NOTIFICATION_SETTINGS.thresholds);
  const repaired = { ...fields, channels: Object.fromEntries(channels), thresholds };
  const optional = { confirmationsMs: undefined, telegramAlsoSlow: undefined };
  const defaults = { ...DEFAULT_NOTIFICATION_SETTINGS, ...optional };
  return withDefaults(storedNotificationsSchema, repaired, defaults) ?? DEFAULT_NOTIFICATION_SETTINGS;
}

/** Returns a stored profile with a default for each field that cannot be read. */
export function readableUser(stored: unknown): User {
  const defaults = newUser({ displayName: '', email: '' }, 0);
  return withDefaults(userSchema, stored, { ...defaults, registryBudget: undefined, stuck: undefined }) ?? defaults;
}

/** Returns the value with a default for each field that is missing or invalid; null if another one is. */
function withDefaults<Schema extends z.ZodObject>(
  schema: Schema,
  stored: unknown,
  defaults: Readonly<Record<string, unknown>>,
): z.infer<Schema> | null {
  const fields = fieldsOf(stored);
  const { error } = schema.safeParse(fields);
  const invalid = new Set((error?.issues ?? []).map(({ path }) => String(path[0])));
  const replaced = [...invalid].flatMap((key) => (key in defaults ? [[key, defaults[key]] as const] : []));
  return schema.safeParse({ ...fields, ...Object.fromEntries(replaced) }).data ?? null;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return fieldsSchema.safeParse(value).data ?? {};
}
