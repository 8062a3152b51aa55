import { z } from 'zod';
import { CHANNEL_EVENTS, channelEventSchema } from '../../documents/channel.ts';
import { messageKindSchema } from '../../documents/message.ts';
import { languageSchema } from '../../documents/user.ts';
import { channelTimingInputSchema, channelTimingSchema } from '../../values/channel-timing.ts';
import { DELIVERY_FAILURES } from '../../values/channels/channel-type.ts';
import { CHANNEL_TYPE_NAMES } from '../../values/channels/channel-types.ts';
import { DELIVERY_ERROR_CODES } from '../../values/channels/delivery-failures.ts';
import { boundedRecord, countSchema, freeTextSchema, idSchema, lineSchema, textSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { agentLocationSchema } from '../../values/locations.ts';
import { managedOrNotSchema, managedSchema } from '../../values/managed.ts';
import { severitySchema } from '../../values/severity.ts';
import { severityFilterSchema } from '../../values/severity-filter.ts';
import { distinctTags, TAG_LENGTH, TAGS_PER_CHANNEL } from '../../values/tags.ts';
import { CHANNEL_TEST_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { byIdSchema, doneSchema, isoSchema } from './parts.ts';

const typeSchema = z.enum(CHANNEL_TYPE_NAMES);

/** Settings by name, as the type declares them; a secret may be its mask. */
const settingsInputSchema = boundedRecord(freeTextSchema.max(40), textSchema.max(2000), 20);

/**
 * `severity`, `language`: null for the account's. `monitors`: ids; `tags`: each monitor that has one of them when a
 * message is sent; both null for all monitors. `events`: what is sent, null for all. `alsoSlow`: also
 * that an endpoint is slow, whatever the severity.
 */
const scopeSchema = z.object({
  severity: severityFilterSchema.nullable().default(null),
  monitors: z.array(idSchema).min(1).max(200).nullable().default(null),
  tags: z
    .array(lineSchema.min(1).max(TAG_LENGTH))
    .min(1)
    .max(TAGS_PER_CHANNEL)
    .transform((tags) => distinctTags(tags))
    .nullable()
    .default(null),
  events: z.array(channelEventSchema).min(1).max(CHANNEL_EVENTS.length).nullable().default(null),
  alsoSlow: z.boolean().default(false),
  language: languageSchema.nullable().default(null),
});

/** `timing`, `managed`: kept if left out. `proof`: of a successful test of the same settings. */
const editSchema = scopeSchema.extend({
  name: lineSchema.min(1).max(80),
  enabled: z.boolean().default(true),
  settings: settingsInputSchema,
  timing: channelTimingInputSchema.optional(),
  proof: freeTextSchema.max(1000).optional(),
  managed: managedOrNotSchema,
});
export const channelInputSchema = editSchema.extend({ type: typeSchema });
export type ChannelInput = z.infer<typeof channelInputSchema>;

/** `rotateSecret`: the secret that the server generates is replaced. */
const changeSchema = editSchema.extend({ rotateSecret: z.boolean().default(false) });
export type ChannelChange = z.infer<typeof changeSchema>;

/** `id`: the channel whose secrets the masks stand for. */
const testInputSchema = z.object({ type: typeSchema, settings: settingsInputSchema, id: idSchema.optional() });

/** `since`: of the first failure in a row; `until`: when a stopped channel resumes by itself. Null if not known. */
const failureSchema = z.object({
  code: z.enum(DELIVERY_FAILURES),
  reason: z.string(),
  at: isoSchema,
  since: isoSchema.nullable(),
  until: isoSchema.nullable(),
});

/**
 * Only channels with the status `working` or `failing` are sent to. `quota`: the messages of the month that are used, of
 * those that the service allows; null if it states none.
 */
const stateSchema = z.object({
  status: z.enum(['off', 'unverified', 'stopped', 'failing', 'working']),
  lastSentAt: isoSchema.nullable(),
  failure: failureSchema.nullable(),
  quota: z.object({ used: countSchema, limit: countSchema, at: isoSchema }).nullable(),
});

/**
 * A channel with its secrets masked. `isBuiltIn`: every account has it, so it can be switched off but not deleted.
 * `unsubscribedAt`: when a link in one of its mails switched it off. `personId`: to whom of the account it belongs;
 * `onDutyIn`: the rotation in which they must be on duty.
 */
export const channelAnswerSchema = z.object({
  id: idSchema,
  type: typeSchema,
  name: z.string(),
  enabled: z.boolean(),
  settings: z.record(z.string(), z.string()),
  verifiedAt: isoSchema.nullable(),
  severity: severityFilterSchema.nullable(),
  monitors: z.array(idSchema).nullable(),
  tags: z.array(z.string()).nullable(),
  events: z.array(channelEventSchema).nullable(),
  alsoSlow: z.boolean(),
  language: languageSchema.nullable(),
  timing: channelTimingSchema,
  createdAt: isoSchema,
  managed: managedSchema.nullable(),
  isBuiltIn: z.boolean(),
  unsubscribedAt: isoSchema.nullable(),
  personId: z.string().optional(),
  onDutyIn: z.string().optional(),
  state: stateSchema,
});
export type ChannelAnswer = z.infer<typeof channelAnswerSchema>;

/**
 * A saved channel. `secret`: the one that the server has just generated, which no other answer has. `confirmationSent`:
 * a link was sent to its address, which gets alerts once it is opened.
 */
const savedSchema = channelAnswerSchema.extend({ secret: z.string().nullable(), confirmationSent: z.boolean() });
export type SavedChannel = z.infer<typeof savedSchema>;

/** An assumed outage of one endpoint; `durationMin` is null if it continues. */
const previewInputSchema = z.object({
  monitorId: idSchema,
  locations: z.array(agentLocationSchema).min(1).max(100),
  severity: severitySchema,
  startsAt: isoSchema,
  durationMin: z.number().int().min(1).max(1440).nullable(),
});

/**
 * Why a channel sends nothing: it is off, not verified, does not cover the monitor, or not this severity or event; until the end
 * of the preview or of the outage, its quiet hours, the monitor's maintenance or others' duty last; the outage ends before its delay.
 */
export const silentReasonSchema = z.enum([
  'off',
  'unverified',
  'monitor',
  'severity',
  'events',
  'delay',
  'quietHours',
  'maintenance',
  'offDuty',
]);
export type SilentReason = z.infer<typeof silentReasonSchema>;

const previewedChannelSchema = z.object({ channelId: idSchema, name: z.string(), type: typeSchema });

/**
 * `messages`: who would be notified, when and by which text, the earliest first. `silent`: the channels without a message. `until`:
 * nothing later is in the preview.
 */
const previewSchema = z.object({
  messages: z.array(
    previewedChannelSchema.extend({
      at: isoSchema,
      kind: messageKindSchema,
      /** As plain text. */
      text: z.string(),
      /** The name of whom the channel belongs to. */
      person: z.string().optional(),
    }),
  ),
  silent: z.array(previewedChannelSchema.extend({ reason: silentReasonSchema })),
  until: isoSchema,
});
export type Preview = z.infer<typeof previewSchema>;

const FULL = ['too_many_channels', 'channels_too_large'] as const;

export const channelCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/channels',
    scope: 'read',
    role: 'editor',
    summary: 'All channels with their states, secrets masked, and the types that this installation offers',
    output: z.object({ channels: z.array(channelAnswerSchema), types: z.array(typeSchema) }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/channels',
    scope: 'write',
    role: 'editor',
    changes: ['channel', 'created'],
    isRepeatable: true,
    summary: 'Add a channel; it gets messages once it is verified, by the proof of a test or a test afterwards',
    status: 201,
    body: channelInputSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: savedSchema,
    errors: ['conflict', ...FULL],
  }),
  test: apiCall({
    method: 'post',
    path: '/v1/channels/test',
    scope: 'write',
    role: 'editor',
    rate: CHANNEL_TEST_RATE,
    summary: 'Send a test message with these settings; nothing is saved',
    body: testInputSchema,
    output: z.object({ proof: z.string() }),
    errors: ['address_unconfirmed', ...DELIVERY_ERROR_CODES],
  }),
  preview: apiCall({
    method: 'post',
    path: '/v1/channels/preview',
    scope: 'read',
    role: 'editor',
    summary: 'Who would be notified of an outage, and when; nothing is sent or saved',
    body: previewInputSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: previewSchema,
    errors: ['not_found'],
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/channels/:id',
    scope: 'write',
    role: 'editor',
    changes: ['channel', 'changed'],
    summary: 'Replace a channel; the mask keeps the stored secret, another target is unverified without a proof',
    params: byIdSchema,
    body: changeSchema,
    bodyBytes: LIMITS.bodyBytes.long,
    output: savedSchema,
    errors: ['conflict', ...FULL],
  }),
  setTiming: apiCall({
    method: 'put',
    path: '/v1/channels/:id/timing',
    scope: 'write',
    role: 'editor',
    changes: ['channel', 'changed'],
    summary:
      'Replace when a channel is notified; every account has `telegram` and `email`; `alsoSlow` stays if left out',
    params: byIdSchema,
    body: z.object({ timing: channelTimingInputSchema, alsoSlow: z.boolean().optional() }),
    output: channelAnswerSchema,
    errors: FULL,
  }),
  setDuty: apiCall({
    method: 'put',
    path: '/v1/channels/:id/duty',
    scope: 'person',
    isListed: false,
    role: 'editor',
    changes: ['channel', 'changed'],
    summary: 'Set whose a channel is, and in which rotation they must be on duty to get failures; null for neither',
    params: byIdSchema,
    body: z.object({ personId: idSchema.nullable(), onDutyIn: idSchema.nullable() }),
    output: channelAnswerSchema,
    errors: ['conflict', ...FULL],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/channels/:id',
    scope: 'write',
    role: 'editor',
    changes: ['channel', 'deleted'],
    summary: 'Delete a channel',
    params: byIdSchema,
    output: doneSchema,
    errors: ['conflict'],
  }),
  testStored: apiCall({
    method: 'post',
    path: '/v1/channels/:id/test',
    scope: 'write',
    role: 'editor',
    rate: CHANNEL_TEST_RATE,
    summary: 'Send a test message, or to an unconfirmed address another link; the channel is verified if it arrives',
    params: byIdSchema,
    output: savedSchema,
    errors: ['conflict', 'too_many_confirmations', ...DELIVERY_ERROR_CODES],
  }),
};
