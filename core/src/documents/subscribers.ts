import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { STATUS_PAGE } from '../values/status-page/limits.ts';
import { componentKeySchema } from '../values/status-page/page-fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';
import { languageSchema } from './user.ts';

/** `pages/{slug}/subscribers/{n}`: up to 500 confirmed addresses, by a hash of each. The documents count from 0. */
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

/** A document of subscribers and a hash in it. */
const positionSchema = z.object({ document: countSchema, hash: z.string() });

/** What a mail to subscribers has of an occurrence of maintenance: its times, and the keys of its components. */
const mailedMaintenanceSchema = z.object({
  windowId: idSchema,
  change: z.enum(['planned', 'changed', 'cancelled']),
  startsAt: atMsSchema,
  endsAt: atMsSchema,
  components: z.array(componentKeySchema).max(STATUS_PAGE.components),
});
export type MailedMaintenance = z.infer<typeof mailedMaintenanceSchema>;

/** `pages/{slug}/mailings/{id}`: an update of a posted incident, or maintenance, that is mailed to subscribers. */
export const mailingSchema = z.object({
  /** Null for maintenance. */
  publicationId: idSchema.nullable(),
  /** The incident when it was posted. The last of its updates is the one that is mailed. */
  incident: publicIncidentSchema.nullable(),
  /** Null for an incident. */
  maintenance: mailedMaintenanceSchema.nullable().default(null),
  /** Mails were sent up to this position; null before the first mail. */
  sentUntil: positionSchema.nullable(),
  sent: countSchema,
  failed: countSchema,
  /** Recipients before that position whom the mail server refused, the longest untried first. */
  deferred: z.array(positionSchema).default([]),
  /** When a recipient was last deferred; null before the first time. */
  deferredAt: atMsSchema.nullable().default(null),
  /** Addresses that were subscribed later do not get the mail. */
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
  noIndex: ['deferred', 'deferredAt', 'failed', 'incident', 'maintenance', 'publicationId', 'sent', 'sentUntil'],
  indexes: [['endedAt', 'startedAt'], ['startedAt']],
  account: 'with parent',
});
