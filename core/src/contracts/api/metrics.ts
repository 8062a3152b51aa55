import { z } from 'zod';
import { pushTargetSchema } from '../../documents/metric-push.ts';
import { DELIVERY_ERROR_CODES } from '../../values/channels/delivery-failures.ts';
import { CHANNEL_TEST_RATE } from '../../values/token-bucket.ts';
import { apiCall } from './call.ts';
import { doneSchema, isoSchema } from './parts.ts';

/** `PUT /v1/metrics/push`: null pushes nothing any more. */
const pushSchema = z.object({ target: pushTargetSchema.nullable() });

/** A target with the values of its headers masked. `failure`: why nothing was accepted, since when, and when it is tried again. */
const pushAnswerSchema = pushSchema.extend({
  lastSentAt: isoSchema.nullable(),
  failure: z.object({ reason: z.string(), since: isoSchema, retryAt: isoSchema }).nullable(),
  rejected: z.object({ reason: z.string(), at: isoSchema }).nullable(),
});
export type MetricPushAnswer = z.infer<typeof pushAnswerSchema>;

/** An account's endpoints for Prometheus, and their push to a collector (docs/metrics.md). */
export const metricsCalls = {
  read: apiCall({
    method: 'get',
    path: '/metrics',
    scope: 'read',
    role: 'viewer',
    summary: 'Every endpoint as metrics for Prometheus or, by the Accept header, as OpenMetrics',
    query: z.object({
      /** Whether the phases of the last checks are included. */
      phases: z.enum(['0', '1']).default('0'),
    }),
    headers: z.object({ accept: z.string().max(2000).default('') }),
    isText: true,
    output: z.object({ contentType: z.string(), text: z.string() }),
  }),
  push: apiCall({
    method: 'get',
    path: '/v1/metrics/push',
    scope: 'read',
    role: 'editor',
    summary: 'The collector that gets the checks by OTLP, and how that goes',
    output: pushAnswerSchema,
  }),
  savePush: apiCall({
    method: 'put',
    path: '/v1/metrics/push',
    scope: 'write',
    role: 'editor',
    changes: ['account', 'changed'],
    summary: 'Push the checks to a collector by OTLP, or stop; a mask keeps the value of a header',
    body: pushSchema,
    output: pushAnswerSchema,
  }),
  testPush: apiCall({
    method: 'post',
    path: '/v1/metrics/push/test',
    scope: 'write',
    role: 'editor',
    rate: CHANNEL_TEST_RATE,
    summary: 'Send an empty request to a collector; nothing is saved',
    body: pushTargetSchema,
    output: doneSchema,
    errors: DELIVERY_ERROR_CODES,
  }),
};
