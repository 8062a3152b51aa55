import { z } from 'zod';
import { DELIVERY_FAILURES } from '../values/channels/channel-type.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { checkErrorSchema } from '../values/check.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { severitySchema } from '../values/severity.ts';
import type { SummaryKind } from '../values/summary/summary-plan.ts';
import { declareCollection } from './collection.ts';
import { failuresSchema, upStatusesSchema } from './incident.ts';

/**
 * What a notice reports. Of endpoints: a coverage gap starts or ends; a domain has another registrar or other name servers; a week or month of all of them. Of a channel: it
 * fails. The rest are for admins.
 */
export const noticeKindSchema = z.enum([
  'coverage_gap',
  'coverage_restored',
  'domain_changed',
  'channel_failing',
  'weekly_summary',
  'monthly_summary',
  'agent_lost',
  'agent_back',
  'agent_abstaining',
  'agent_stuck',
  'agents_silent',
  'location_full',
  'location_without_agent',
  'page_reported',
]);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

/** The notice of each kind of summary. */
export const SUMMARY_NOTICES = {
  weekly: 'weekly_summary',
  monthly: 'monthly_summary',
} as const satisfies Record<SummaryKind, NoticeKind>;

/** Why a failure that was over before it could be announced is only logged. */
export const SKIP_CODES = ['delay', 'acknowledged', 'snoozed', 'maintenance'] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/**
 * What a message reports. Of an endpoint: an outage, one that is more severe, another one shortly after, one that goes on,
 * a failure from some locations, a recovery, the end of the latter, what started and ended before it was reported, or a certificate
 * or a domain that expires soon.
 */
export const messageKindSchema = z.enum([
  'outage',
  'worse',
  'down_again',
  'reminder',
  'partial',
  'recovery',
  'partial_over',
  'short_outage',
  'short_partial',
  'certificate',
  'domain',
  ...noticeKindSchema.options,
]);
export type MessageKind = z.infer<typeof messageKindSchema>;

/** What changed of a domain's registration; several name servers in one text. */
export const domainPartChangeSchema = z.object({
  part: z.enum(['registrar', 'nameServers']),
  before: z.string(),
  after: z.string(),
});
export type DomainPartChange = z.infer<typeof domainPartChangeSchema>;

/**
 * The values of a message's text. `changes`: of a domain. `certificateEndsAt`: when what expires soon does, the
 * certificate or the registration of the domain. `failures`, `upStatuses`: what locations received, as in the incident. `certificate`:
 * who has signed it, the nearest first, and what it is for; `count` is then the days that are left. `durationMs`: of all outages that it reports as over, whose number is `count`; of a
 * reminder how long the outage has lasted, and its number. `stillFailing`: locations from which an endpoint that is up again still fails. `names`: the first few of `count`
 * endpoints. `page`: the slug of a status page.
 */
export const messageValuesSchema = z.object({
  endpoint: z.string(),
  url: z.string(),
  monitor: z.string(),
  locations: z.array(locationCodeSchema),
  occurredAt: atMsSchema,
  durationMs: countSchema.nullable(),
  statusCode: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  certificateEndsAt: atMsSchema.nullable(),
  certificate: z
    .object({ issuers: z.array(z.string()), names: z.array(z.string()) })
    .nullable()
    .default(null),
  failures: failuresSchema,
  upStatuses: upStatusesSchema,
  stillFailing: z.array(locationCodeSchema).default([]),
  agent: z.string().default(''),
  channel: z.string().default(''),
  page: z.string().default(''),
  changes: z.array(domainPartChangeSchema).default([]),
  names: z.array(z.string()).default([]),
  count: countSchema.default(0),
});
export type MessageValues = z.infer<typeof messageValuesSchema>;

/** The values of a text that says no more than these. */
export function newMessageValues(given: Partial<MessageValues> & Pick<MessageValues, 'occurredAt'>): MessageValues {
  return {
    endpoint: '',
    url: '',
    monitor: '',
    locations: [],
    durationMs: null,
    statusCode: null,
    error: null,
    certificateEndsAt: null,
    certificate: null,
    failures: {},
    upStatuses: {},
    stillFailing: [],
    agent: '',
    channel: '',
    page: '',
    changes: [],
    names: [],
    count: 0,
    ...given,
  };
}

/**
 * What a message says about one subject. `outage`: its number in the incident, 0 for the incident itself; null, like the
 * ids, for a notice. `ended`: the numbers of the outages, 0 for the incident itself, that it reports as over.
 */
export const messageContentSchema = z.object({
  kind: messageKindSchema,
  severity: severitySchema,
  endpointId: idSchema.nullable(),
  incidentId: idSchema.nullable(),
  outage: countSchema.nullable(),
  ended: z.array(countSchema).default([]),
  values: messageValuesSchema,
});
export type MessageContent = z.infer<typeof messageContentSchema>;

/**
 * `messages/{id}`: what became of one message of a channel. `failed`: the service rejected it, or it was over when the
 * channel had failed for a day. `skipped`: it was not sent, because of `code`. `code`, `reason`: null if it was sent.
 */
export const messageSchema = z.object({
  ownerId: idSchema,
  channelId: idSchema,
  channelType: z.enum(CHANNEL_TYPE_NAMES),
  channelName: z.string(),
  state: z.enum(['sent', 'failed', 'skipped']),
  code: z.enum([...DELIVERY_FAILURES, ...SKIP_CODES, 'channel_removed']).nullable(),
  reason: z.string().nullable(),
  contents: z.array(messageContentSchema),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Message = z.infer<typeof messageSchema>;

export const messageCollection = declareCollection({
  path: 'messages',
  schema: messageSchema,
  readableBy: 'owner',
  ttl: 'expireAt',
  noIndex: ['channelName', 'channelType', 'code', 'contents', 'reason', 'state'],
  indexes: [
    ['ownerId', 'createdAt desc'],
    ['ownerId', 'channelId', 'createdAt desc'],
  ],
  account: 'owned',
});
