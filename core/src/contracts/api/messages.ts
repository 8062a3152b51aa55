import { z } from 'zod';
import { messageContentSchema, messageSchema } from '../../documents/message.ts';
import { idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { CHANNEL_TEST_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { byIdSchema, isoSchema } from './parts.ts';

/** What a message reports about one subject. */
const contentSchema = messageContentSchema
  .pick({ kind: true, severity: true, endpointId: true, incidentId: true, outage: true })
  .extend({
    endpoint: z.string(),
    monitor: z.string(),
    locations: z.array(locationCodeSchema),
    occurredAt: isoSchema,
  });

/** One message of a channel, and what became of it. `resendOf`: the message that it sent again, null for a first one. */
export const messageAnswerSchema = messageSchema
  .pick({ channelId: true, channelType: true, channelName: true, state: true, code: true, reason: true })
  .extend({ id: idSchema, contents: z.array(contentSchema), resendOf: z.string().nullable(), createdAt: isoSchema });
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;

const MOST = 100;

const querySchema = z.object({
  channelId: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(50),
  /** The `next` of the answer before. */
  cursor: z.string().max(200).optional(),
});

export const messageCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/messages',
    scope: 'read',
    role: 'viewer',
    summary: 'What the channels have sent in the past 30 days, or why it was not sent, the newest first',
    query: querySchema,
    output: z.object({ messages: z.array(messageAnswerSchema), next: z.string().nullable() }),
  }),
  resend: apiCall({
    method: 'post',
    path: '/v1/messages/:id/resend',
    scope: 'write',
    role: 'editor',
    rate: CHANNEL_TEST_RATE,
    changes: ['channel', 'resent'],
    isRepeatable: true,
    summary: 'Send a message of a webhook channel again, with its id; the answer is the new entry, sent or failed',
    status: 201,
    params: byIdSchema,
    output: messageAnswerSchema,
    errors: ['not_resendable', 'in_progress'],
  }),
};
