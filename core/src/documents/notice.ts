import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { summarySchema } from '../values/summary/summary.ts';
import { declareCollection } from './collection.ts';
import { messageValuesSchema, noticeKindSchema } from './message.ts';

/** `notices/{id}`, create-only: something to announce that belongs to no incident. */
export const noticeSchema = z.object({
  ownerId: idSchema,
  /** Every channel that covers this monitor is notified, or every channel that covers all monitors if it is null. */
  monitorId: idSchema.nullable().default(null),
  kind: noticeKindSchema,
  severity: severitySchema,
  values: messageValuesSchema,
  /** The content of a summary, which goes to the channels that were chosen for summaries. */
  summary: summarySchema.nullable().default(null),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticeCollection = declareCollection({
  path: 'notices',
  schema: noticeSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['kind', 'monitorId', 'severity', 'summary', 'values'],
  indexes: [['ownerId', 'createdAt'], ['createdAt']],
  account: 'owned',
});
