import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';
import { languageSchema } from './user.ts';

/** `pages/{slug}/subscribers/{n}`: up to 500 confirmed addresses, by a hash of each. `n`: from 0. */
export const subscribersSchema = z.object({
  addresses: z.record(
    z.string().regex(/^[0-9a-f]{32}$/),
    z.object({ address: z.string(), language: languageSchema, since: atMsSchema }),
  ),
});
export type Subscribers = z.infer<typeof subscribersSchema>;

export const subscribersCollection = declareCollection({
  path: 'pages/{}/subscribers',
  schema: subscribersSchema,
  readableBy: 'none',
  noIndex: ['addresses'],
  account: 'with parent',
});

/**
 * `pages/{slug}/mailings/{id}`: an update that subscribers are mailed, the last of the incident's updates when it was
 * posted. `sentUntil`: the position up to which mails were sent: a document of subscribers, and a hash in it; null
 * before the first. `startedAt`: later subscribers do not get it.
 */
export const mailingSchema = z.object({
  publicationId: idSchema,
  incident: publicIncidentSchema,
  sentUntil: z.object({ document: countSchema, hash: z.string() }).nullable(),
  sent: countSchema,
  failed: countSchema,
  startedAt: atMsSchema,
  endedAt: atMsSchema.nullable(),
  expireAt: atMsSchema,
});
export type Mailing = z.infer<typeof mailingSchema>;

export const mailingCollection = declareCollection({
  path: 'pages/{}/mailings',
  schema: mailingSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['failed', 'incident', 'publicationId', 'sent', 'sentUntil', 'startedAt'],
  indexes: [['endedAt']],
  account: 'with parent',
});
