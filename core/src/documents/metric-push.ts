import { z } from 'zod';
import { publicUrlSchema } from '../values/channels/public-url.ts';
import { isMask } from '../values/channels/secret.ts';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { METRIC_PUSH } from '../values/limits.ts';
import { locationCodeSchema } from '../values/locations.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/** Headers that describe the request itself, or the connection. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|expect|user-agent|transfer-encoding|content-.*|proxy-.*)$/i;

/** A header that a collector requires, such as one with a token. Answers mask its value. */
const pushHeaderSchema = z.object({
  name: z
    .string()
    .trim()
    .max(METRIC_PUSH.headerNameLength)
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header')
    .refine((name) => !OWN_HEADERS.test(name), 'is set by Farwatch'),
  value: z
    .string()
    .trim()
    .min(1)
    .max(METRIC_PUSH.headerValueLength)
    .refine((value) => isMask(value) || /^[ -~]*$/.test(value), 'has characters that headers cannot have'),
});

/** Where an owner's checks are pushed, by OTLP over HTTP (docs/metrics.md, Push). */
export const pushTargetSchema = z.object({
  url: publicUrlSchema.max(METRIC_PUSH.urlLength).overwrite((url) => url.toWellFormed()),
  headers: z
    .array(pushHeaderSchema)
    .max(METRIC_PUSH.headers)
    .refine(
      (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
      'has a header twice',
    ),
});
export type PushTarget = z.infer<typeof pushTargetSchema>;

/** `metricPushes/{uid}`: of an owner whose checks are pushed to a collector. */
export const metricPushSchema = pushTargetSchema.extend({
  ownerId: idSchema,
  /** When the next push is due. */
  dueAt: atMsSchema,
  /** Reports in windows from then on may not be pushed yet. */
  readFrom: atMsSchema,
  /** The newest report that is pushed, of each agent that checks for the owner. */
  pushed: z.record(idSchema, z.object({ location: locationCodeSchema, agentSeq: countSchema })).default({}),
  lastSentAt: atMsSchema.nullable().default(null),
  /** Why the collector has not accepted the last push; it is tried again at longer and longer intervals. */
  failure: stuckSchema.nullable().default(null),
  /** The last data that the collector refused for its content, which is not sent again. */
  rejected: z.object({ at: atMsSchema, reason: z.string() }).nullable().default(null),
  createdAt: atMsSchema,
  stuck: stuckSchema.optional(),
});
export type MetricPush = z.infer<typeof metricPushSchema>;

export const metricPushCollection = declareCollection({
  path: 'metricPushes',
  schema: metricPushSchema,
  readableBy: 'none',
  noIndex: ['createdAt', 'failure', 'headers', 'lastSentAt', 'pushed', 'readFrom', 'rejected', 'url'],
  indexes: [['dueAt'], ['stuck']],
  account: 'owned',
  redact: ({ headers, ...push }) => ({ ...push, headers: headers.map(({ name }) => ({ name })) }),
});
