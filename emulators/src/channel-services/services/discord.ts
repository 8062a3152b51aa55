import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

const urlSchema = z.url().max(2048);

/** The limits of texts and lists that Discord publishes (github.com/discord/discord-api-spec, execute_webhook). */
const embedSchema = z.object({
  title: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  url: urlSchema.optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  timestamp: z.iso.datetime().optional(),
  footer: z.object({ text: z.string().max(2048) }).optional(),
  author: z.object({ name: z.string().max(256), url: urlSchema.optional() }).optional(),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(256),
        value: z.string().min(1).max(1024),
        inline: z.boolean().optional(),
      }),
    )
    .max(25)
    .optional(),
});
type Embed = z.infer<typeof embedSchema>;

const payloadSchema = z.object({
  content: z.string().max(2000).optional(),
  username: z.string().min(1).max(80).optional(),
  avatar_url: urlSchema.optional(),
  embeds: z
    .array(embedSchema)
    .max(10)
    .refine((embeds) => embeds.reduce((sum, each) => sum + lengthOf(each), 0) <= 6000, {
      error: 'Embed size exceeds maximum size of 6000',
    })
    .optional(),
  allowed_mentions: z.object({ parse: z.array(z.enum(['users', 'roles', 'everyone'])).optional() }).optional(),
});

function lengthOf({ title = '', description = '', footer, author, fields = [] }: Embed): number {
  const texts = [title, description, footer?.text ?? '', author?.name ?? ''];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
}

/** Webhooks of Discord: errors are JSON with a code. */
export function discord(): ChannelService {
  return {
    name: 'discord',
    hasHost: (host) => /^((canary|ptb)\.)?discord(app)?\.com$/.test(host),
    read: ({ url, body }) => ({ target: url.pathname, content: parseJson(body.toString()) }),
    answer,
    failures: {
      rate_limited: ({ retryAfterSec }) => ({
        status: 429,
        headers: { 'retry-after': String(Math.ceil(retryAfterSec)), 'x-ratelimit-scope': 'user' },
        body: { message: 'You are being rate limited.', retry_after: retryAfterSec, global: false },
      }),
      banned: ({ retryAfterSec }) => ({
        status: 429,
        headers: { 'retry-after': String(Math.ceil(retryAfterSec)), 'content-type': 'text/html' },
        body: '<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>',
      }),
      gone: () => failure(404, 10015, 'Unknown Webhook'),
      unauthorized: () => failure(401, 50027, 'Invalid Webhook Token'),
      forbidden: () => failure(403, 50013, 'Missing Permissions'),
      forum: () => failure(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id'),
      error: () => failure(500, 0, '500: Internal Server Error'),
    },
  };
}

function failure(status: number, code: number, message: string, errors?: unknown): ServiceReply {
  return { status, body: { message, code, ...(errors !== undefined && { errors }) } };
}

/**
 * Answers a request. Without `wait` the response comes before the message is stored, so that it reports no error in
 * storing.
 */
function answer({ method, url, body }: ServiceRequest): ServiceReply {
  const [, id, token] = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (!id || !token) return failure(404, 0, '404: Not Found');
  if (method !== 'POST') return failure(405, 0, '405: Method Not Allowed');
  const json = parseJson(body.toString());
  if (typeof json === 'string') return failure(400, 50109, 'The request body contains invalid JSON.');
  const { error, data } = payloadSchema.safeParse(json);
  if (error) return failure(400, 50035, 'Invalid Form Body', errorsOf(error.issues));
  if (!data.content && !data.embeds?.length) return failure(400, 50006, 'Cannot send an empty message');
  if (url.searchParams.get('wait') !== 'true') return { status: 204 };
  return { status: 200, body: { id: '1', type: 0, webhook_id: id, channel_id: '2', ...data } };
}

/** The first error by its field, as in `{embeds: {0: {title: {_errors: […]}}}}`. */
function errorsOf([issue]: readonly z.core.$ZodIssue[]): unknown {
  const errors: unknown = { _errors: [{ code: issue?.code.toUpperCase(), message: issue?.message }] };
  return issue?.path.reduceRight((inner, key) => ({ [String(key)]: inner }), errors);
}
