import { randomUUID } from 'node:crypto';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';
import { type BrowserKeys, decryptPush, newBrowserKeys } from './decrypt.ts';
import { vapidProblem } from './vapid-problem.ts';

/** A subscription that a test made here; `key`: the only VAPID key it accepts, null for any. */
type Subscription = { browser: BrowserKeys; key: string | null };

const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const MAX_BODY_BYTES = 4096;

/**
 * The push services of browsers (RFC 8030, 8291, 8292). `POST /subscribe` (applicationServerKey) subscribes as a browser
 * does and answers with the PushSubscription's JSON; its messages are decrypted. Those for real browsers, which only
 * they can read, are accepted too.
 */
export function pushServices(): ChannelService {
  const subscriptions = new Map<string, Subscription>();
  return {
    name: 'push',
    hasHost: (host) => HOSTS.includes(host) || host.endsWith('.notify.windows.com'),
    read: (request) => ({
      target: request.url.href,
      content: contentOf(request, subscriptions.get(request.url.pathname)),
    }),
    answer: (request) =>
      request.url.pathname === '/subscribe'
        ? subscribe(request, subscriptions)
        : accept(request, subscriptions.get(request.url.pathname)),
    failures: {
      not_found: () => ({ status: 404, body: 'no such subscription' }),
      gone: () => ({ status: 410, body: 'push subscription has unsubscribed or expired.' }),
      unauthorized: () => ({ status: 401, body: 'missing or invalid VAPID token' }),
      other_key: () => ({ status: 403, body: 'the VAPID credentials do not correspond to those of the subscription' }),
      too_large: () => ({ status: 413, body: 'payload too large' }),
      too_many: ({ retryAfterSec }) => ({ status: 429, headers: { 'retry-after': String(retryAfterSec) } }),
      error: () => ({ status: 500, body: 'internal error' }),
    },
  };
}

function subscribe({ url, body }: ServiceRequest, subscriptions: Map<string, Subscription>): ServiceReply {
  const options = parseJson(body.toString());
  const isObject = typeof options === 'object' && options !== null && 'applicationServerKey' in options;
  const key = isObject ? String(options.applicationServerKey) : null;
  const path = `/wpush/v2/${randomUUID()}`;
  const browser = newBrowserKeys();
  subscriptions.set(path, { browser, key });
  const { p256dh, auth } = browser;
  return { status: 201, body: { endpoint: `${url.origin}${path}`, expirationTime: null, keys: { p256dh, auth } } };
}

function accept(request: ServiceRequest, subscription: Subscription | undefined): ServiceReply {
  const problem = headerProblem(request) ?? vapidProblem(request, subscription?.key ?? null);
  if (problem) return { status: problem.status, body: problem.text };
  if (subscription && decryptPush(request.body, subscription.browser) === null) {
    return { status: 400, body: 'the browser cannot decrypt this message' };
  }
  return { status: 201, headers: { location: `${request.url.origin}/m/${randomUUID()}` } };
}

const URGENCIES = ['very-low', 'low', 'normal', 'high'];

/** RFC 8030, 5.2 to 5.4, and 7.2; RFC 8291, 4. */
function headerProblem({ headers, body }: ServiceRequest): { status: number; text: string } | null {
  const { ttl = '', topic = 'x', urgency = 'normal', 'content-encoding': encoding } = headers;
  if (!/^\d+$/.test(ttl.toString())) return { status: 400, text: 'TTL is missing or not a number' };
  if (!/^[\w-]{1,32}$/.test(topic.toString())) return { status: 400, text: 'Topic is not valid' };
  if (!URGENCIES.includes(urgency.toString())) return { status: 400, text: 'Urgency is not valid' };
  if (encoding !== 'aes128gcm') return { status: 400, text: 'Content-Encoding is not aes128gcm' };
  return body.length > MAX_BODY_BYTES ? { status: 413, text: 'payload too large' } : null;
}

function contentOf({ headers, body }: ServiceRequest, subscription: Subscription | undefined): unknown {
  const { ttl, topic, urgency } = headers;
  const text = subscription && decryptPush(body, subscription.browser);
  const message =
    text === undefined || text === null ? `${body.length} bytes that only the browser can read` : parseJson(text);
  return { ttl, topic, urgency, bytes: body.length, message };
}
