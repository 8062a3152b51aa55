import { z } from 'zod';
import { lineSenderSchema, lineTokenSchema } from '../values/channels/line.ts';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `lineSetups/{accountId}`: the LINE account that an owner is setting up. */
export const lineSetupSchema = z.object({
  /** Signs LINE's events. */
  channelSecret: z.string(),
  /** Reads names, and may be missing. */
  accessToken: lineTokenSchema.nullable(),
  /** Who has written to the account, the newest first. */
  senders: z.array(lineSenderSchema),
  expireAt: atMsSchema,
});
export type LineSetup = z.infer<typeof lineSetupSchema>;

export const lineSetupCollection = declareCollection({
  path: 'lineSetups',
  notExported: 'ends',
  schema: lineSetupSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['accessToken', 'channelSecret', 'senders'],
  account: { ids: (accountId) => [accountId] },
  redact: ({ senders, expireAt }) => ({ senders, expireAt }),
});
