import { z } from 'zod';
import { channelTimingSchema, IMMEDIATE } from '../values/channel-timing.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severityFilterSchema } from '../values/severity-filter.ts';
import { languageSchema } from './user.ts';

/**
 * One configured way to reach an owner. `settings`: those of its type. `verifiedAt`: when a test arrived there, or its
 * owner confirmed the address; null before. `severity`, `language`: null for the account's. `monitors`: the ids of
 * those that it covers, null for all. `unsubscribedAt`: when a link in one of its mails disabled it.
 * `retired`: the generated secret before the current one, which signs as well until then.
 */
export const channelSchema = z.object({
  type: z.enum(CHANNEL_TYPE_NAMES),
  name: z.string().max(80),
  enabled: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  verifiedAt: atMsSchema.nullable(),
  severity: severityFilterSchema.nullable(),
  monitors: z.array(idSchema).max(200).nullable(),
  language: languageSchema.nullable(),
  timing: channelTimingSchema.default(IMMEDIATE),
  createdAt: atMsSchema,
  unsubscribedAt: atMsSchema.optional(),
  retired: z.object({ secret: z.string(), until: atMsSchema }).optional(),
});
export type Channel = z.infer<typeof channelSchema>;
