import { z } from 'zod';
import { channelTimingSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { managedOrNotSchema } from '../values/managed.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { TAG_LENGTH, TAGS_PER_CHANNEL } from '../values/tags.ts';
import { languageSchema } from './user.ts';

/** What a channel can get: failures and reminders, their ends, and what expires. */
export const CHANNEL_EVENTS = ['failure', 'recovery', 'expiry'] as const;
export const channelEventSchema = z.enum(CHANNEL_EVENTS);
export type ChannelEvent = z.infer<typeof channelEventSchema>;

/** One configured way to reach an owner. */
export const channelSchema = z.object({
  type: z.enum(CHANNEL_TYPE_NAMES),
  name: z.string().max(80),
  enabled: z.boolean(),
  /** The settings of the channel's type. */
  settings: z.record(z.string(), z.unknown()),
  /** When a test arrived there, or the owner confirmed the address; null before. */
  verifiedAt: atMsSchema.nullable(),
  /** Null to use the account's filter. */
  severity: severityFilterSchema.nullable(),
  /** The ids of the monitors that the channel covers; null for all, or with tags for none but those with a tag. */
  monitors: z.array(idSchema).max(200).nullable(),
  /** The channel also covers each monitor that has one of these tags when a message is decided; null for no tags. */
  tags: z.array(z.string().max(TAG_LENGTH)).max(TAGS_PER_CHANNEL).nullable().default(null),
  /** Null for all. */
  events: z.array(channelEventSchema).min(1).max(CHANNEL_EVENTS.length).nullable().default(null),
  /** Whether the channel announces that an endpoint is slow, whatever its severity filter. */
  alsoSlow: z.boolean().default(false),
  /** Null to use the account's language. */
  language: languageSchema.nullable(),
  timing: channelTimingSchema.default(IMMEDIATE),
  /** The uid of whom in the account it belongs to; missing if it belongs to the account. */
  personId: idSchema.optional(),
  /** The id of the rotation in which its person must be on duty to get failures; missing for always. */
  onDutyIn: idSchema.optional(),
  createdAt: atMsSchema,
  managed: managedOrNotSchema,
  /** When a link in one of the channel's mails disabled it. */
  unsubscribedAt: atMsSchema.optional(),
  /** The generated secret before the current one, which signs as well until then. */
  retired: z.object({ secret: z.string(), until: atMsSchema }).optional(),
});
export type Channel = z.infer<typeof channelSchema>;
