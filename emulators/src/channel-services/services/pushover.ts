import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

const KEY = /^[A-Za-z0-9]{30}$/;
const INVALID_USER = 'user identifier is not a valid user, group, or subscribed user key';

/** A text of at most that many characters. */
function characters(most: number) {
  return z.string().refine((text) => [...text].length <= most);
}

/** pushover.net/api, Limitations and Message priority. */
const fieldsSchema = z
  .object({
    title: characters(250).optional(),
    url: characters(512).optional(),
    url_title: characters(100).optional(),
    priority: z.enum(['-2', '-1', '0', '1', '2']).optional(),
    timestamp: z.string().regex(/^\d+$/).optional(),
    retry: z.coerce.number().min(30).optional(),
    expire: z.coerce.number().max(10_800).optional(),
  })
  .refine(({ priority, retry, expire }) => priority !== '2' || (retry !== undefined && expire !== undefined));

const messageSchema = characters(1024);

/** The Message API of Pushover. */
export function pushover(): ChannelService {
  return {
    name: 'pushover',
    hasHost: (host) => host === 'api.pushover.net',
    read: (request) => {
      const fields = fieldsOf(request);
      return { target: fields.user ?? '', content: fields };
    },
    answer,
    failures: {
      invalid_user: () => failure('user', INVALID_USER),
      invalid_token: () => failure('token', 'application token is invalid, see https://pushover.net/api'),
      quota: () => ({
        status: 429,
        headers: limits(0),
        body: { status: 0, request: randomUUID(), errors: ['application is over its quota'] },
      }),
      error: () => ({ status: 500, body: 'Internal Server Error' }),
    },
  };
}

function fieldsOf({ headers, body }: ServiceRequest): Record<string, string> {
  const text = body.toString();
  if (!headers['content-type']?.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(text));
  return z.record(z.string(), z.coerce.string()).catch({}).parse(parseJson(text));
}

function failure(field: string, error: string, word = 'invalid'): ServiceReply {
  return { status: 400, body: { [field]: word, errors: [error], status: 0, request: randomUUID() } };
}

/** The month's messages of the application; the next month starts on the first day at 00:00 UTC here. */
function limits(remaining: number): Record<string, string> {
  const now = new Date();
  const resetMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return {
    'x-limit-app-limit': '10000',
    'x-limit-app-remaining': String(remaining),
    'x-limit-app-reset': String(resetMs / 1000),
  };
}

function answer(request: ServiceRequest): ServiceReply {
  if (request.url.pathname !== '/1/messages.json') return { status: 404, body: { status: 0, errors: ['not found'] } };
  if (request.method !== 'POST') return { status: 405, body: { status: 0, errors: ['method not allowed'] } };
  const fields = fieldsOf(request);
  const { token = '', user = '', message = '' } = fields;
  if (!KEY.test(token)) return failure('token', 'application token is invalid, see https://pushover.net/api');
  if (!KEY.test(user)) return failure('user', INVALID_USER);
  if (message.trim() === '') return failure('message', 'message cannot be blank', 'cannot be blank');
  if (!messageSchema.safeParse(message).success) return failure('message', 'message is too long', 'is too long');
  const { error } = fieldsSchema.safeParse(fields);
  const field = String(error?.issues[0]?.path[0] ?? 'priority');
  if (error) return failure(field, `${field} is invalid`);
  return { status: 200, headers: limits(9_999), body: { status: 1, request: randomUUID() } };
}
