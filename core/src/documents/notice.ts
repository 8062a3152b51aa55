import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { summarySchema } from '../values/summary/summary.ts';
import { declareCollection } from './collection.ts';
import { messageValuesSchema, noticeKindSchema } from './message.ts';

/**
 * `notices/{id}`, create-only: something that belongs to no incident, for every channel that covers `monitorId`, or all
 * monitors if that is null.
 * `summary`: what a summary says, which goes to the channels that were chosen for summaries.
 */
export const noticeSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema.nullable().default(null),
  kind: noticeKindSchema,
  severity: severitySchema,
  values: messageValuesSchema,
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
