import { z } from 'zod';
import { textSchema } from '../fields.ts';
import { channelType } from './channel-type.ts';

/** A user (U…), group (C…) or room (R…). */
const lineIdSchema = z
  .string()
  .trim()
  .regex(/^[UCR][0-9a-f]{32}$/, 'is not the id of a LINE user, group or room');

export const lineTokenSchema = textSchema.min(1, 'is empty').max(300);

/** A LINE official account that pushes messages to a user, group or room. */
export const lineType = channelType({
  settings: z.object({
    accessToken: lineTokenSchema,
    to: lineIdSchema,
  }),
  secrets: ['accessToken'],
  verifiedBy: 'test',
});

/** Who has written to a LINE official account. `name`: of the user or group, null if LINE does not return it. */
export const lineSenderSchema = z.object({ id: lineIdSchema, name: z.string().nullable() });
export type LineSender = z.infer<typeof lineSenderSchema>;

const MAX_SENDERS = 5;

/** The part of a webhook event that names its sender (developers.line.biz/en/reference/messaging-api/#webhooks). */
const eventSchema = z.object({
  type: z.string(),
  source: z.object({
    userId: lineIdSchema.optional(),
    groupId: lineIdSchema.optional(),
    roomId: lineIdSchema.optional(),
  }),
});
const bodySchema = z.object({ events: z.array(z.unknown()) });

/** After these events nothing can be sent to their source. */
const ENDS = ['unfollow', 'leave'];

/** The ids of the groups, rooms and users that the events of a webhook come from: each once, the newest first. */
export function senderIdsIn(body: unknown): string[] {
  const { data } = bodySchema.safeParse(body);
  const found = new Set<string>();
  for (const event of data?.events.toReversed() ?? []) {
    const { data: known } = eventSchema.safeParse(event);
    const id = known && (known.source.groupId ?? known.source.roomId ?? known.source.userId);
    if (id !== undefined && !ENDS.includes(known?.type ?? '')) found.add(id);
  }
  return [...found].slice(0, MAX_SENDERS);
}

/** The new senders before those known, without repetitions. */
export function withSenders(known: readonly LineSender[], added: readonly LineSender[]): LineSender[] {
  const ids = new Set(added.map(({ id }) => id));
  return [...added, ...known.filter(({ id }) => !ids.has(id))].slice(0, MAX_SENDERS);
}
