import { z } from 'zod';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/** The monthly quota of the free plan in Taiwan and Japan. */
const QUOTA = 200;
/** A push to a group or room counts once for each of its members. */
const GROUP_MEMBERS = 3;

const MAX_TEXT = 5000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The published schema (github.com/line/line-openapi, PushMessageRequest), for texts. */
const pushSchema = z.object({
  to: z.string(),
  messages: z
    .array(z.object({ type: z.literal('text'), text: z.string().min(1).max(MAX_TEXT) }))
    .min(1)
    .max(5),
  notificationDisabled: z.boolean().optional(),
});

interface State {
  /** Ids of the messages that were accepted with a retry key. */
  accepted: Map<string, string>;
  /** Messages of the month that each access token has sent. */
  used: Map<string, number>;
}

/**
 * The Messaging API of LINE: pushes and their quota. An access token that ends in `used-199` has already used 199 of
 * 200; one that contains `revoked` is not valid.
 */
export function line(): ChannelService {
  const state: State = { accepted: new Map(), used: new Map() };
  return {
    name: 'line',
    hasHost: (host) => host === 'api.line.me',
    read: ({ method, url, body }) => {
      const content = parseJson(body.toString());
      const { data } = z.object({ to: z.string() }).safeParse(content);
      return method === 'GET' ? { target: 'reads', content: url.pathname } : { target: data?.to ?? '', content };
    },
    answer: (request) => answer(state, request),
    failures: {
      rate_limited: () => failure(429, 'The API rate limit has been exceeded. Try again later.'),
      forbidden: () => failure(403, 'Access to this API is not available for your account'),
      not_sent: () => failure(400, 'Failed to send messages'),
      error: () => failure(500, 'Internal Server Error'),
    },
  };
}

function failure(status: number, message: string, more: object = {}): ServiceReply {
  return { status, body: { message, ...more } };
}

function answer(state: State, request: ServiceRequest): ServiceReply {
  const { method, url, headers } = request;
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (!token || token.includes('revoked')) {
    const reason = 'invalid token. Confirm that the access token in the authorization header is valid.';
    return failure(401, `Authentication failed due to the following reason: ${reason}`);
  }
  const call = `${method} ${url.pathname}`;
  if (call === 'GET /v2/bot/message/quota') return { status: 200, body: { type: 'limited', value: QUOTA } };
  if (call === 'GET /v2/bot/message/quota/consumption') {
    return { status: 200, body: { totalUsage: usedBy(state, token) } };
  }
  const [, sort, id = ''] = /^GET \/v2\/bot\/(profile|group)\/(\w+)/.exec(call) ?? [];
  if (sort === 'profile') return { status: 200, body: { userId: id, displayName: `Person ${id.slice(1, 5)}` } };
  if (sort === 'group') return { status: 200, body: { groupId: id, groupName: `Group ${id.slice(1, 5)}` } };
  return call === 'POST /v2/bot/message/push' ? push(state, token, request) : failure(404, 'Not found');
}

function usedBy({ used }: State, token: string): number {
  return used.get(token) ?? Number(/used-(\d+)$/.exec(token)?.[1] ?? 0);
}

function push(state: State, token: string, { headers, body }: ServiceRequest): ServiceReply {
  const key = headers['x-line-retry-key'];
  if (key !== undefined && !UUID.test(String(key))) return failure(400, 'Invalid retry key');
  const { error, data } = pushSchema.safeParse(parseJson(body.toString()));
  if (error) return invalidBody(error.issues);
  if (!/^[UCR][\da-f]{32}$/.test(data.to)) {
    return failure(400, "The property, 'to', in the request body is invalid (line: -, column: -)");
  }
  const accepted = state.accepted.get(String(key));
  if (accepted !== undefined) {
    return failure(409, 'The retry key is already accepted', { sentMessages: [{ id: accepted }] });
  }
  const used = usedBy(state, token) + (data.to.startsWith('U') ? 1 : GROUP_MEMBERS);
  if (used > QUOTA) return failure(429, 'You have reached your monthly limit.');
  state.used.set(token, used);
  const id = String(1000 + state.accepted.size);
  if (key !== undefined) state.accepted.set(String(key), id);
  return { status: 200, body: { sentMessages: [{ id }] } };
}

/** `messages[0].text`: where each error is. */
function invalidBody(issues: readonly z.core.$ZodIssue[]): ServiceReply {
  const details = issues.map(({ path, message }) => ({
    message,
    property: path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .slice(1),
  }));
  return failure(400, `The request body has ${issues.length} error(s)`, { details });
}
