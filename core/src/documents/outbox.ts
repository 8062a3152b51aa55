import { z } from 'zod';
import { DELIVERY_FAILURES } from '../values/channels/channel-type.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { declareCollection } from './collection.ts';

/**
 * What a channel has announced of one subject: an endpoint's failures, its certificate, or a notice. `incidentId`,
 * `incidentAt`: the incident, and when it was triggered. `outage`: its last outage that was announced, 0 for none.
 * `severity`: as announced. `failureAt`, `failureSeverity`: of the last failure that was announced, from
 * which the silence period counts. `sentAt`: of the last message about it; `reminders`: how many of the outage were sent, or of a
 * certificate's warnings.
 * `maintainedUntil`: the end of the maintenance that it began in, from which durations count. `isClosed`: the incident is
 * resolved, so that nothing follows.
 */
export const announcedSchema = z.object({
  incidentId: idSchema,
  incidentAt: atMsSchema,
  monitorId: idSchema.nullable(),
  url: z.string(),
  outage: countSchema,
  state: z.enum(['down', 'partial', 'over']),
  severity: severitySchema,
  failureAt: atMsSchema.nullable(),
  failureSeverity: severitySchema.nullable(),
  sentAt: atMsSchema.nullable().default(null),
  reminders: countSchema.default(0),
  maintainedUntil: atMsSchema.nullable().default(null),
  isClosed: z.boolean(),
});
export type Announced = z.infer<typeof announcedSchema>;

/** Why a channel does not deliver: `at` its last try, `since` the first of the failed ones in a row. */
export const channelFailureSchema = z.object({
  code: z.enum(DELIVERY_FAILURES),
  reason: z.string(),
  at: atMsSchema,
  since: atMsSchema,
  tries: countSchema,
});
export type ChannelFailure = z.infer<typeof channelFailureSchema>;

/** Why a channel is not tried again: until its settings change or, if not null, until then. */
export const stoppedSchema = z.object({
  code: z.enum(DELIVERY_FAILURES),
  reason: z.string(),
  at: atMsSchema,
  until: atMsSchema.nullable(),
});

/** How many messages of the month a service allows, and how many were used at that time. */
export const quotaSchema = z.object({ used: countSchema, limit: countSchema, at: atMsSchema });

/**
 * `outboxes/{uid}_{channelId}`: all state of a channel; only the holder of its lease writes it. `dueAt`: when the sweep
 * looks at it, while leased the lease's end. `waitsUntil`: a task waits until then to look again. `seenAt`: incidents
 * that changed before have nothing left to announce, but open ones that wait, which are looked at from `freshAt`.
 * `generation`: of the channel's target; `scope`: of what it admits.
 * `startedAt`: since when this generation is ready. `reportedAt`: when its failure was reported through other channels.
 * `rejections`: messages in a row that the service rejected. `quota`: of services that state one.
 */
export const outboxSchema = z.object({
  ownerId: idSchema,
  channelId: idSchema,
  leaseId: z.string().nullable(),
  dueAt: atMsSchema.nullable(),
  waitsUntil: atMsSchema.nullable(),
  seenAt: atMsSchema,
  freshAt: atMsSchema.nullable().default(null),
  generation: z.string(),
  scope: z.string(),
  startedAt: atMsSchema,
  announced: z.record(z.string(), announcedSchema),
  lastSentAt: atMsSchema.nullable(),
  failure: channelFailureSchema.nullable(),
  stopped: stoppedSchema.nullable(),
  reportedAt: atMsSchema.nullable(),
  rejections: countSchema.default(0),
  quota: quotaSchema.nullable().default(null),
});
export type Outbox = z.infer<typeof outboxSchema>;

export const outboxCollection = declareCollection({
  path: 'outboxes',
  schema: outboxSchema,
  readableBy: 'none',
  noIndex: [
    'announced',
    'channelId',
    'freshAt',
    'generation',
    'lastSentAt',
    'leaseId',
    'quota',
    'rejections',
    'reportedAt',
    'scope',
    'seenAt',
    'startedAt',
    'waitsUntil',
  ],
  indexes: [['dueAt'], ['ownerId', 'dueAt'], ['failure'], ['stopped']],
  account: 'owned',
});

/** Each channel has an outbox of its own, so that none waits for another. */
export function outboxId(ownerId: string, channelId: string): string {
  return `${ownerId}_${channelId}`;
}
