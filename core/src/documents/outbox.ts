import { z } from 'zod';
import { DELIVERY_FAILURES } from '../values/channels/channel-type.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/** More certificates of an endpoint than these do not take turns. */
export const WARNED_CERTIFICATES = 5;

/** What a channel has announced about one subject: an endpoint's failures, its certificate, or a notice. */
export const announcedSchema = z.object({
  incidentId: idSchema,
  /** When the incident was triggered. */
  incidentAt: atMsSchema,
  monitorId: idSchema.nullable(),
  url: z.string(),
  /** The incident's last outage that was announced, 0 for none. */
  outage: countSchema,
  state: z.enum(['down', 'flapping', 'partial', 'over']),
  /** The severity that was announced. */
  severity: severitySchema,
  /** When the last announced failure was announced. The silence period counts from it. */
  failureAt: atMsSchema.nullable(),
  /** The severity of the last announced failure. */
  failureSeverity: severitySchema.nullable(),
  /** When the last message about the subject was sent. */
  sentAt: atMsSchema.nullable().default(null),
  /** How many reminders of the outage were sent. */
  reminders: countSchema.default(0),
  /**
   * The last warning that was sent of each certificate, or domain, by its end: an endpoint may show the old and the new one in
   * turn. The newest first.
   */
  warned: z
    .array(z.object({ endsAt: atMsSchema, step: countSchema }))
    .max(WARNED_CERTIFICATES)
    .default([]),
  /** The end of the maintenance in which the failure started. Durations count from it. */
  maintainedUntil: atMsSchema.nullable().default(null),
  /**
   * What people still believe, and since when, epoch ms, if the incident ended without a message: an endpoint that was moved
   * to another monitor goes on from there. Null otherwise.
   */
  unfinished: z
    .object({ state: z.enum(['down', 'flapping', 'partial']), at: atMsSchema })
    .nullable()
    .default(null),
  /** Whether the incident is resolved, so that nothing follows. */
  isClosed: z.boolean(),
});
export type Announced = z.infer<typeof announcedSchema>;

/** Why a channel does not deliver. */
export const channelFailureSchema = z.object({
  code: z.enum(DELIVERY_FAILURES),
  reason: z.string(),
  /** The last try. */
  at: atMsSchema,
  /** The first of the failed tries in a row. */
  since: atMsSchema,
  tries: countSchema,
});
export type ChannelFailure = z.infer<typeof channelFailureSchema>;

/** Why a channel is not tried again. */
export const stoppedSchema = z.object({
  code: z.enum(DELIVERY_FAILURES),
  reason: z.string(),
  at: atMsSchema,
  /** The channel stays stopped until its settings change or, if not null, until this time. */
  until: atMsSchema.nullable(),
});

/** How many messages a month a service allows, and how many were used at that time. */
export const quotaSchema = z.object({ used: countSchema, limit: countSchema, at: atMsSchema });

/** `outboxes/{accountId}_{channelId}`: all state of a channel. Only the holder of its lease writes it. */
export const outboxSchema = z.object({
  ownerId: idSchema,
  channelId: idSchema,
  leaseId: z.string().nullable(),
  /** When the sweep serves the channel; while leased, when the lease ends. */
  dueAt: atMsSchema.nullable(),
  /** A task waits until then to serve the channel again. */
  waitsUntil: atMsSchema.nullable(),
  /** Incidents that changed before have nothing left to announce, except open ones that wait. */
  seenAt: atMsSchema,
  /** When the open incidents that wait are read again. */
  freshAt: atMsSchema.nullable().default(null),
  /** Identifies the channel's target. */
  generation: z.string(),
  /** Identifies which incidents the channel admits. */
  scope: z.string(),
  /** Since when this generation is ready. */
  startedAt: atMsSchema,
  announced: z.record(z.string(), announcedSchema),
  /**
   * What is being announced, or failed to be, by the same keys, where the service holds alerts open: its alert may be open,
   * and is closed when the channel ends.
   */
  sending: z.record(z.string(), announcedSchema).default({}),
  lastSentAt: atMsSchema.nullable(),
  failure: channelFailureSchema.nullable(),
  stopped: stoppedSchema.nullable(),
  /** When the channel's failure was reported through other channels. */
  reportedAt: atMsSchema.nullable(),
  /** How many messages in a row the service rejected. */
  rejections: countSchema.default(0),
  /** Null if the service states no quota. */
  quota: quotaSchema.nullable().default(null),
  /** The channel as it was when it ended or got another target: its open alerts are closed, and nothing else is sent. */
  closing: z.object({ type: z.enum(CHANNEL_TYPE_NAMES), settings: z.record(z.string(), z.unknown()) }).optional(),
  stuck: stuckSchema.optional(),
});
export type Outbox = z.infer<typeof outboxSchema>;

export const outboxCollection = declareCollection({
  path: 'outboxes',
  schema: outboxSchema,
  readableBy: 'none',
  noIndex: [
    'announced',
    'channelId',
    'closing',
    'freshAt',
    'generation',
    'lastSentAt',
    'leaseId',
    'quota',
    'rejections',
    'reportedAt',
    'scope',
    'seenAt',
    'sending',
    'startedAt',
    'waitsUntil',
  ],
  indexes: [['dueAt'], ['ownerId', 'dueAt'], ['failure'], ['stopped'], ['stuck']],
  account: 'owned',
  // The settings have secrets.
  redact: ({ closing: _, ...outbox }) => outbox,
});

/** Each channel has an outbox of its own, so that none waits for another. */
export function outboxId(ownerId: string, channelId: string): string {
  return `${ownerId}_${channelId}`;
}
