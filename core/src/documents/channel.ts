import { z } from 'zod';
import { channelTimingSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { languageSchema } from './user.ts';

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
  /** The ids of the monitors that the channel covers; null for all. */
  monitors: z.array(idSchema).max(200).nullable(),
  /** Null to use the account's language. */
  language: languageSchema.nullable(),
  timing: channelTimingSchema.default(IMMEDIATE),
  createdAt: atMsSchema,
  /** When a link in one of the channel's mails disabled it. */
  unsubscribedAt: atMsSchema.optional(),
  /** The generated secret before the current one, which signs as well until then. */
  retired: z.object({ secret: z.string(), until: atMsSchema }).optional(),
});
export type Channel = z.infer<typeof channelSchema>;
