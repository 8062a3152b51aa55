import { z } from 'zod';
import { lineSenderSchema, lineTokenSchema } from '../values/channels/line.ts';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `lineSetups/{uid}`: who has written to the LINE account that an owner is setting up, newest first. `channelSecret`
 * signs LINE's events, `accessToken` reads names and may be missing.
 */
export const lineSetupSchema = z.object({
  channelSecret: z.string(),
  accessToken: lineTokenSchema.nullable(),
  senders: z.array(lineSenderSchema),
  expireAt: atMsSchema,
});
export type LineSetup = z.infer<typeof lineSetupSchema>;

export const lineSetupCollection = declareCollection({
  path: 'lineSetups',
  schema: lineSetupSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['accessToken', 'channelSecret', 'senders'],
  account: { ids: (uid) => [uid] },
  redact: ({ senders, expireAt }) => ({ senders, expireAt }),
});
