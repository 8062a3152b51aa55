import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

const HOSTS = ['events.pagerduty.com', 'events.eu.pagerduty.com'];
const BODY_BYTES = 512 * 1024;

const routing_key = z.string().length(32);
const dedup_key = z.string().max(255);

/** developer.pagerduty.com/docs/events-api-v2/trigger-events */
const eventSchema = z.discriminatedUnion('event_action', [
  z.object({
    routing_key,
    event_action: z.literal('trigger'),
    dedup_key: dedup_key.optional(),
    payload: z.object({
      summary: z.string().min(1).max(1024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime({ offset: true }).optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.unknown()).optional(),
    }),
    links: z.array(z.object({ href: z.url(), text: z.string().optional() })).optional(),
    images: z.array(z.object({ src: z.url({ protocol: /^https$/ }) })).optional(),
    client: z.string().optional(),
    client_url: z.url().optional(),
  }),
  z.object({ routing_key, event_action: z.enum(['acknowledge', 'resolve']), dedup_key: dedup_key.min(1) }),
]);

/** developer.pagerduty.com/docs/events-api-v2/send-change-events */
const changeSchema = z.strictObject({
  routing_key,
  payload: z.strictObject({
    summary: z.string().min(1).max(1024),
    source: z.string().min(1).optional(),
    timestamp: z.iso.datetime({ offset: true }).optional(),
    custom_details: z.record(z.string(), z.unknown()).optional(),
  }),
  links: z.array(z.object({ href: z.url(), text: z.string().optional() })).optional(),
});

/** The Events API v2 of PagerDuty, of both regions. Integration keys that begin with E are of the EU. */
export function pagerduty(): ChannelService {
  return {
    name: 'pagerduty',
    hasHost: (host) => HOSTS.includes(host),
    read: ({ url, body }) => {
      const content = parseJson(body.toString());
      const { data } = z.object({ dedup_key: z.string() }).safeParse(content);
      return { target: `${url.host} ${data?.dedup_key ?? ''}`, content };
    },
    answer,
    failures: {
      unknown_key: unknownKey,
      invalid_event: () => invalid("'payload.summary' is missing or blank"),
      rate_limited: () => ({ status: 429, body: { status: 'throttle exceeded', message: 'Request Limit Exceeded' } }),
      error: () => ({ status: 500, body: { status: 'error', message: 'Internal Server Error' } }),
    },
  };
}

function invalid(error: string): ServiceReply {
  return { status: 400, body: { status: 'invalid event', message: 'Event object is invalid', errors: [error] } };
}

function unknownKey(): ServiceReply {
  return invalid('Invalid routing key');
}

function answer({ method, url, body }: ServiceRequest): ServiceReply {
  const isChange = url.pathname === '/v2/change/enqueue';
  if (!isChange && url.pathname !== '/v2/enqueue') return { status: 404, body: 'Not Found' };
  if (method !== 'POST') return { status: 405, body: 'Method Not Allowed' };
  if (body.length > BODY_BYTES) return { status: 413, body: 'Request Entity Too Large' };
  const content = parseJson(body.toString());
  const { data, error } = isChange ? changeSchema.safeParse(content) : eventSchema.safeParse(content);
  if (!data) return invalid(`'${error?.issues[0]?.path.join('.')}' is invalid`);
  const isEuropean = data.routing_key.startsWith('E');
  if (isEuropean !== (url.host === 'events.eu.pagerduty.com')) return unknownKey();
  const message = 'Event processed';
  if (!('event_action' in data)) return { status: 202, body: { status: 'success', message: 'Change event processed' } };
  return { status: 202, body: { status: 'success', message, dedup_key: data.dedup_key ?? 'generated' } };
}
