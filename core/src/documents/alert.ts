import { z } from 'zod';
import { CHANNEL_NAMES, type ChannelName } from '../values/channels/channels.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { severitySchema } from '../values/severity.ts';
import { declareCollection } from './collection.ts';
import { messageValuesSchema } from './message.ts';

/**
 * What an alert reports. Of an endpoint: it is down, fails from some locations, is up again, or its certificate expires
 * soon. Of several endpoints: a coverage gap starts or ends. The rest are notices for admins.
 */
export const alertKindSchema = z.enum([
  'outage',
  'partial',
  'recovery',
  'certificate',
  'coverage_gap',
  'coverage_restored',
  'agent_lost',
  'agent_back',
  'agent_abstaining',
  'agent_stuck',
  'agents_silent',
  'location_full',
  'location_without_agent',
]);
export type AlertKind = z.infer<typeof alertKindSchema>;

export const alertValuesSchema = messageValuesSchema;
export type AlertValues = z.infer<typeof alertValuesSchema>;

/** waiting: due at `nextAt`; deferred: held until `nextAt`; the others are final. */
export const alertStateSchema = z.enum(['waiting', 'deferred', 'sent', 'dropped', 'dead']);
export type AlertState = z.infer<typeof alertStateSchema>;

/**
 * Why an alert was not sent: it was over, the outage of this recovery was not sent, the owner's filter excludes its
 * severity, or an alert that is at least as severe covers it.
 */
export const dropReasonSchema = z.enum(['over', 'not_sent', 'filter', 'more_severe']);
export type DropReason = z.infer<typeof dropReasonSchema>;

/** Delivery of an alert by one channel; each channel retries independently. */
export const deliverySchema = z.object({
  state: alertStateSchema.exclude(['deferred']),
  attempts: countSchema,
  triedAt: atMsSchema.nullable(),
  nextAt: atMsSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * `alerts/{id}`: created in the transaction of the change it reports; then only senders change it. `outage`: its number
 * in the incident, 0 for the incident itself; null, like the ids, for a notice. `channels`: those that have tried.
 * `lastErrorBy`: the channel that failed last, null if none was ready.
 */
export const alertSchema = z.object({
  ownerId: idSchema,
  endpointId: idSchema.nullable(),
  incidentId: idSchema.nullable(),
  outage: countSchema.nullable().default(null),
  kind: alertKindSchema,
  severity: severitySchema,
  values: alertValuesSchema,
  state: alertStateSchema,
  dropReason: dropReasonSchema.nullable().default(null),
  attempts: countSchema,
  triedAt: atMsSchema.nullable().default(null),
  nextAt: atMsSchema.nullable(),
  lastError: z.string().nullable(),
  lastErrorBy: z.string().nullable().default('telegram'),
  channels: z.record(z.string(), deliverySchema).default({}),
  messageId: z.number().int().nullable(),
  createdAt: atMsSchema,
  finishedAt: atMsSchema.nullable(),
  expireAt: atMsSchema.nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

type Subject = Pick<Alert, 'ownerId' | 'endpointId' | 'incidentId' | 'outage' | 'kind' | 'severity'>;

/** A waiting alert that no channel has tried. */
export function newAlert(
  subject: Subject,
  values: Partial<AlertValues> & Pick<AlertValues, 'occurredAt'>,
  createdAt: number,
): Alert {
  return {
    ...subject,
    values: {
      endpoint: '',
      url: '',
      monitor: '',
      locations: [],
      durationMs: null,
      statusCode: null,
      error: null,
      certificateEndsAt: null,
      stillFailing: [],
      agent: '',
      channel: '',
      names: [],
      count: 0,
      ...values,
    },
    state: 'waiting',
    dropReason: null,
    attempts: 0,
    triedAt: null,
    nextAt: createdAt,
    lastError: null,
    lastErrorBy: null,
    channels: {},
    messageId: null,
    createdAt,
    finishedAt: null,
    expireAt: null,
  };
}

export const alertCollection = declareCollection({
  path: 'alerts',
  schema: alertSchema,
  readableBy: 'owner',
  ttl: 'expireAt',
  noIndex: ['channels', 'finishedAt', 'lastError', 'triedAt', 'values'],
  indexes: [
    ['ownerId', 'createdAt desc'],
    ['ownerId', 'state', 'createdAt'],
    ['ownerId', 'state', 'nextAt'],
    ['state', 'nextAt'],
    ['incidentId', 'outage'],
    ['state', 'lastErrorBy', 'createdAt'],
  ],
  account: 'owned',
});

/**
 * `outboxes/{uid}_{channel}`. `leaseUntil`: of the current sender. `blockedUntil`: the end of the channel's rate limit.
 * `wakeAt`: when a waiting sender resumes.
 */
export const outboxSchema = z.object({
  leaseId: z.string().nullable(),
  leaseUntil: atMsSchema.nullable(),
  blockedUntil: atMsSchema.nullable(),
  wakeAt: atMsSchema.nullable().default(null),
});
export type Outbox = z.infer<typeof outboxSchema>;

/** Each channel has an outbox of its own, so that none waits for another. 'none' is for owners without a channel. */
export function outboxId(ownerId: string, channel: ChannelName | 'none'): string {
  return `${ownerId}_${channel}`;
}

export const outboxCollection = declareCollection({
  path: 'outboxes',
  schema: outboxSchema,
  readableBy: 'none',
  noIndex: ['blockedUntil', 'leaseUntil', 'wakeAt'],
  account: { ids: (uid) => [...CHANNEL_NAMES, 'none' as const].map((channel) => outboxId(uid, channel)) },
});
