import { z } from 'zod';
import { DELIVERY_FAILURES } from '../values/channels/channel-type.ts';
import { CHANNEL_TYPE_NAMES } from '../values/channels/channel-types.ts';
import { checkErrorSchema } from '../values/check.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { severitySchema } from '../values/severity.ts';
import { measuredSlowSchema } from '../values/slow.ts';
import type { SummaryKind } from '../values/summary/summary-plan.ts';
import { declareCollection } from './collection.ts';
import { failuresSchema, upStatusesSchema } from './incident.ts';

/**
 * What a notice reports. About endpoints: a coverage gap starts or ends, a domain has another registrar or other name
 * servers, or a week or month of all of them. About a channel: it fails. The other kinds are for admins.
 */
export const noticeKindSchema = z.enum([
  'coverage_gap',
  'coverage_restored',
  'domain_changed',
  'channel_failing',
  'results_refused',
  'weekly_summary',
  'monthly_summary',
  'agent_lost',
  'agent_back',
  'agent_abstaining',
  'agent_stuck',
  'agents_silent',
  'location_full',
  'location_without_agent',
  'pings_unreachable',
  'page_reported',
  'mail_refused',
  'settings_unreadable',
]);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

/** The notice kind of each kind of summary. */
export const SUMMARY_NOTICES = {
  weekly: 'weekly_summary',
  monthly: 'monthly_summary',
} as const satisfies Record<SummaryKind, NoticeKind>;

/** Why a failure that ended before it could be announced is only logged, or a recovery, since the channel gets none. */
export const SKIP_CODES = [
  'delay',
  'acknowledged',
  'snoozed',
  'maintenance',
  'dependency',
  'offDuty',
  'events',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/**
 * What a message reports. About an endpoint: an outage, a more severe one, another one shortly after, outages again and
 * again, one that continues, a failure from some locations, a recovery, the end of repeated outages, the end of a failure from some locations, a failure that
 * started and ended before it was reported, a certificate or a domain that expires soon, or that it is slow, and no longer
 * is. `closed`, only through channels
 * whose service holds alerts open: what was announced has ended without another message.
 */
export const messageKindSchema = z.enum([
  'outage',
  'worse',
  'down_again',
  'flapping',
  'reminder',
  'partial',
  'recovery',
  'stable',
  'partial_over',
  'short_outage',
  'short_partial',
  'certificate',
  'domain',
  'slow',
  'slow_over',
  'closed',
  ...noticeKindSchema.options,
]);
export type MessageKind = z.infer<typeof messageKindSchema>;

/** Kinds about an endpoint that is down. */
export const DOWN_KINDS: readonly MessageKind[] = ['outage', 'worse', 'down_again', 'flapping', 'reminder'];
/** Kinds about a failure that goes on. */
export const FAILURE_KINDS: readonly MessageKind[] = [...DOWN_KINDS, 'partial'];
/** Kinds about the end of a failure. */
export const RECOVERY_KINDS: readonly MessageKind[] = [
  'recovery',
  'stable',
  'partial_over',
  'short_outage',
  'short_partial',
];

/** What changed in a domain's registration; several name servers are one text. */
export const domainPartChangeSchema = z.object({
  part: z.enum(['registrar', 'nameServers']),
  before: z.string(),
  after: z.string(),
});
export type DomainPartChange = z.infer<typeof domainPartChangeSchema>;

/** The values of a message's text. */
export const messageValuesSchema = z.object({
  endpoint: z.string(),
  url: z.string(),
  monitor: z.string(),
  locations: z.array(locationCodeSchema),
  occurredAt: atMsSchema,
  /**
   * How long all outages that the message reports as ended have lasted; in a reminder, how long the outage has lasted
   * so far.
   */
  durationMs: countSchema.nullable(),
  statusCode: z.number().int().nullable(),
  error: checkErrorSchema.nullable(),
  /** When the certificate, or the registration of the domain, expires. */
  certificateEndsAt: atMsSchema.nullable(),
  /**
   * Who has signed the certificate, the nearest issuer first, and the names that it is valid for. `intermediate`: which
   * intermediate certificate ends before it; null if it is itself the first to end.
   */
  certificate: z
    .object({
      issuers: z.array(z.string()),
      names: z.array(z.string()),
      intermediate: z.string().max(253).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** What failing locations received, as in the incident. */
  failures: failuresSchema,
  /** The status codes at the other locations, as in the incident. */
  upStatuses: upStatusesSchema,
  /** Locations from which an endpoint that is up again still fails. */
  stillFailing: z.array(locationCodeSchema).default([]),
  agent: z.string().default(''),
  channel: z.string().default(''),
  /** The slug of a status page. */
  page: z.string().default(''),
  /** The id of an account, for the operators. */
  account: z.string().max(128).default(''),
  /** What changed in a domain's registration. */
  changes: z.array(domainPartChangeSchema).default([]),
  /** What slow locations measured. */
  slow: measuredSlowSchema.default({}),
  /** How many other monitors depend on what failed. */
  dependents: countSchema.default(0),
  /** The first few of `count` endpoints. */
  names: z.array(z.string()).default([]),
  /** The number of ended outages, of the reminder, or of endpoints; with `certificate`, the days that are left. */
  count: countSchema.default(0),
});
export type MessageValues = z.infer<typeof messageValuesSchema>;

/** Returns the values of a text, all others than these empty. */
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
    account: '',
    changes: [],
    slow: {},
    dependents: 0,
    names: [],
    count: 0,
    ...given,
  };
}

/** What a message reports about one subject. */
export const messageContentSchema = z.object({
  kind: messageKindSchema,
  severity: severitySchema,
  endpointId: idSchema.nullable(),
  /** Null for a notice. */
  incidentId: idSchema.nullable(),
  /** The outage's number in the incident, 0 for the incident itself, null for a notice. */
  outage: countSchema.nullable(),
  /** The numbers of the outages that the message reports as ended, 0 for the incident itself. */
  ended: z.array(countSchema).default([]),
  values: messageValuesSchema,
});
export type MessageContent = z.infer<typeof messageContentSchema>;

/** `messages/{id}`: one message of a channel, and what became of it. */
export const messageSchema = z.object({
  ownerId: idSchema,
  channelId: idSchema,
  channelType: z.enum(CHANNEL_TYPE_NAMES),
  channelName: z.string(),
  /**
   * A message has `failed` if the service rejected it, or if it was over when the channel had failed for a day. It is
   * `skipped` if it was not sent, because of `code`.
   */
  state: z.enum(['sent', 'failed', 'skipped']),
  /** Null if the message was sent. */
  code: z.enum([...DELIVERY_FAILURES, ...SKIP_CODES, 'channel_removed']).nullable(),
  /** Null if the message was sent. */
  reason: z.string().nullable(),
  contents: z.array(messageContentSchema),
  /** The message that this one is sent again of, whose id it carries to the receiver. */
  resendOf: idSchema.optional(),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});
export type Message = z.infer<typeof messageSchema>;

/**
 * Whether a message can be sent again: one of a webhook, whose receiver knows by its id that it is the same. A summary is
 * not stored whole, and what was skipped was never a message.
 */
export function canResend({
  channelType,
  state,
  contents,
}: Pick<Message, 'channelType' | 'state' | 'contents'>): boolean {
  const summaries: readonly MessageKind[] = Object.values(SUMMARY_NOTICES);
  const isSummary = contents.some(({ kind }) => summaries.includes(kind));
  return channelType === 'webhook' && state !== 'skipped' && contents.length > 0 && !isSummary;
}

export const messageCollection = declareCollection({
  path: 'messages',
  schema: messageSchema,
  readableBy: 'member',
  ttl: 'expireAt',
  noIndex: ['channelName', 'channelType', 'code', 'contents', 'createdAt', 'reason', 'resendOf', 'state'],
  indexes: [
    ['ownerId', 'createdAt desc'],
    ['ownerId', 'channelId', 'createdAt desc'],
  ],
  account: 'owned',
});
