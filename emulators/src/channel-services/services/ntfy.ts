import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/**
 * The longest message; a longer one is an attachment (docs.ntfy.sh/config, message-size-limit). A JSON body may have
 * twice as much.
 */
const MESSAGE_BYTES = 4096;

/** docs.ntfy.sh/publish, Publish as JSON. */
const publishSchema = z.object({
  topic: z.string(),
  message: z.string().optional(),
  title: z.string().optional(),
  tags: z.array(z.string()).optional(),
  priority: z.int().optional(),
  click: z.string().optional(),
  actions: z.unknown().optional(),
  markdown: z.boolean().optional(),
});
const actionsSchema = z
  .array(z.looseObject({ action: z.literal('view'), label: z.string().min(1), url: z.url() }))
  .max(3);

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
/** Names of the server's own pages. */
const DISALLOWED = ['docs', 'static', 'file', 'app', 'account', 'settings', 'signup', 'login', 'v1'];

/** ntfy.sh. The token `tk_revoked` is unknown, and topics that begin with `private` need a token. */
export function ntfy(): ChannelService {
  return {
    name: 'ntfy',
    hasHost: (host) => host === 'ntfy.sh',
    read: ({ body }) => {
      const content = parseJson(body.toString());
      const { data } = publishSchema.safeParse(content);
      const isAttachment = Buffer.byteLength(data?.message ?? '') > MESSAGE_BYTES;
      const problem = 'The message is shown as an attachment, since it has more than 4,096 bytes.';
      return { target: data?.topic ?? '', content, ...(isAttachment && { problem }) };
    },
    answer,
    failures: {
      rate_limited: () => failure(42901, 'limit reached: too many requests, please be nice'),
      daily_limit: () => failure(42908, 'limit reached: too many messages'),
      unauthorized: () => failure(40101, 'unauthorized'),
      forbidden: () => failure(40301, 'forbidden'),
      // Another program listens on that port.
      other_server: () => ({ status: 200, body: '<!doctype html><title>Welcome</title>' }),
      redirect: () => ({ status: 301, headers: { location: 'https://ntfy.farwatch.test/' } }),
      no_subscriber: () => failure(50701, 'cannot publish to UnifiedPush topic without previously active subscription'),
      error: () => failure(50001, 'internal server error'),
    },
  };
}

/** An error's status is the beginning of its code (server/errors.go). */
function failure(code: number, error: string): ServiceReply {
  const http = Math.floor(code / 100);
  return { status: http, body: { code, http, error } };
}

function answer({ method, url, headers, body }: ServiceRequest): ServiceReply {
  if (url.pathname !== '/' || !['POST', 'PUT'].includes(method)) return failure(40401, 'page not found');
  if (body.length > 2 * MESSAGE_BYTES) return failure(41303, 'JSON body too large');
  const { data } = publishSchema.safeParse(parseJson(body.toString()));
  if (!data) return failure(40024, 'invalid request: request body must be valid JSON');
  const { topic, priority = 3, actions } = data;
  if (!TOPIC.test(topic)) return failure(40009, 'invalid request: topic invalid');
  if (DISALLOWED.includes(topic)) return failure(40010, 'invalid request: topic name is disallowed');
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (headers.authorization && !/^tk_(?!revoked)\w+$/.test(token ?? '')) return failure(40101, 'unauthorized');
  if (topic.startsWith('private') && token === undefined) return failure(40301, 'forbidden');
  if (priority < 0 || priority > 5) return failure(40007, 'invalid priority parameter');
  if (actions !== undefined && !actionsSchema.safeParse(actions).success) {
    return failure(40018, 'invalid request: actions invalid');
  }
  return { status: 200, body: published(data) };
}

/** The message as subscribers get it. */
function published(data: z.infer<typeof publishSchema>) {
  const time = Math.floor(Date.now() / 1000);
  const id = randomBytes(9).toString('base64url');
  return { id, time, expires: time + 43_200, event: 'message', ...data, message: data.message ?? 'triggered' };
}
