import { z } from 'zod';
import { atMsSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { declareCollection } from './collection.ts';
import { messageValuesSchema, noticeKindSchema } from './message.ts';

/** `notices/{id}`, create-only: something that belongs to no incident, for every channel that covers all monitors. */
export const noticeSchema = z.object({
  ownerId: idSchema,
  kind: noticeKindSchema,
  severity: severitySchema,
  values: messageValuesSchema,
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticeCollection = declareCollection({
  path: 'notices',
  schema: noticeSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['kind', 'severity', 'values'],
  indexes: [['ownerId', 'createdAt'], ['createdAt']],
  account: 'owned',
});
