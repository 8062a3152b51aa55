import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/** What opentelemetry.proto.collector.metrics.v1 has of what Farwatch sends, as JSON: strict, so that a misspelt field is refused. */
const int64 = z.string().regex(/^-?\d+$/);
const attributes = z.array(
  z.strictObject({
    key: z.string().min(1),
    value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: int64 })]),
  }),
);
const point = z.strictObject({
  attributes,
  startTimeUnixNano: int64.optional(),
  timeUnixNano: int64,
  asInt: int64,
});
const named = { name: z.string().min(1), unit: z.string() };
const metric = z.union([
  z.strictObject({ ...named, gauge: z.strictObject({ dataPoints: z.array(point) }) }),
  z.strictObject({
    ...named,
    sum: z.strictObject({
      aggregationTemporality: z.literal([1, 2]),
      isMonotonic: z.boolean(),
      dataPoints: z.array(point),
    }),
  }),
]);
const requestSchema = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeMetrics: z.array(z.strictObject({ scope: z.strictObject({ name: z.string() }), metrics: z.array(metric) })),
    }),
  ),
});

/** A customer's OpenTelemetry collector: the stand-in itself at `/otlp/{anything}`. */
export function otlp(): ChannelService {
  return {
    name: 'otlp',
    hasHost: (host) => host === 'otlp',
    read: ({ url, headers, body }) => ({
      target: url.pathname,
      content: { authorization: headers.authorization, body: contentOf(headers['content-encoding'], body) },
    }),
    answer,
    failures: {
      unauthorized: () => ({ status: 401, body: 'Unauthorized' }),
      not_found: () => ({ status: 404, body: 'Not Found' }),
      invalid: () => ({ status: 400, body: { code: 3, message: 'a metric has no name' } }),
      redirect: () => ({ status: 307, headers: { location: 'http://169.254.169.254/computeMetadata/v1/' } }),
      huge: () => ({ status: 503, body: 'x'.repeat(20_000_000) }),
      partial: () => ({
        status: 200,
        body: { partialSuccess: { rejectedDataPoints: '3', errorMessage: 'out of order' } },
      }),
      page: () => ({ status: 200, body: '<!doctype html><title>Log in</title>' }),
      busy: ({ retryAfterSec }) => ({ status: 503, headers: { 'retry-after': String(retryAfterSec) } }),
      error: () => ({ status: 500, body: 'Internal Server Error' }),
    },
  };
}

function contentOf(encoding: string | undefined, body: Buffer): unknown {
  try {
    return parseJson((encoding === 'gzip' ? gunzipSync(body) : body).toString());
  } catch {
    return null;
  }
}

/** Answers as the collector does to JSON. */
function answer({ method, headers, body }: ServiceRequest): ServiceReply {
  if (method !== 'POST') return { status: 405, body: '405 method not allowed, supported: [POST]' };
  if (headers['content-type'] !== 'application/json') return { status: 415, body: '415 unsupported media type' };
  const { error } = requestSchema.safeParse(contentOf(headers['content-encoding'], body));
  return error
    ? { status: 400, body: { code: 3, message: z.prettifyError(error) } }
    : { status: 200, body: { partialSuccess: {} } };
}
