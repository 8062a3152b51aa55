import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/** Signed headers of Standard Webhooks. Only the owner of the secret can verify the signature. */
const HEADERS: Record<string, RegExp> = {
  'webhook-id': /^[^.\s]+$/,
  'webhook-timestamp': /^\d{10}$/,
  'webhook-signature': /^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/,
};

/** A customer's server: the stand-in itself at `/webhook/{anything}`. */
export function webhook(): ChannelService {
  return {
    name: 'webhook',
    hasHost: (host) => host === 'webhook',
    read: ({ url, headers, body }) => ({
      target: url.pathname,
      content: {
        headers: Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers[name]])),
        body: parseJson(body.toString()),
      },
    }),
    answer,
    failures: {
      gone: () => ({ status: 410, body: 'Gone' }),
      not_found: () => ({ status: 404, body: 'Not Found' }),
      forbidden: () => ({ status: 403, body: 'Forbidden' }),
      invalid: () => ({ status: 422, body: 'Unprocessable Entity' }),
      redirect: () => ({ status: 302, headers: { location: 'http://127.0.0.1/admin' } }),
      rate_limited: ({ retryAfterSec }) => ({ status: 429, headers: { 'retry-after': String(retryAfterSec) } }),
      busy: ({ retryAfterSec }) => ({ status: 503, headers: { 'retry-after': String(retryAfterSec) } }),
      error: () => ({ status: 500, body: 'Internal Server Error' }),
    },
  };
}

function answer({ method, headers, body }: ServiceRequest): ServiceReply {
  if (method !== 'POST') return { status: 405, body: 'Method Not Allowed' };
  const invalid = Object.entries(HEADERS).find(([name, pattern]) => !pattern.test(String(headers[name] ?? '')));
  if (invalid) return { status: 400, body: `${invalid[0]} is invalid` };
  const isJson = typeof parseJson(body.toString()) === 'object';
  return isJson ? { status: 204 } : { status: 400, body: 'The body is not JSON' };
}
