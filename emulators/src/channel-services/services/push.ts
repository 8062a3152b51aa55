import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type ChannelService, parseJson, type ServiceReply, type ServiceRequest } from '../service.ts';

/** A browser's keys of a subscription. It gives away `p256dh` and `auth`, base64url. */
type BrowserKeys = { p256dh: string; auth: string; pair: ECDH };

/** A subscription that a test made here. */
type Subscription = {
  browser: BrowserKeys;
  /** The only VAPID key that it accepts; null for any. */
  key: string | null;
};

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

/** The keys that a browser makes when it subscribes. */
function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { p256dh, auth: randomBytes(16).toString('base64url'), pair };
}

const SALT_BYTES = 16;
const KEY_BYTES = 65;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + KEY_BYTES;
const TAG_BYTES = 16;

/** Decrypts the text of a push message as the browser does (RFC 8291 and 8188, one record); null if it cannot. */
export function decryptPush(body: Buffer, { p256dh, auth, pair }: BrowserKeys): string | null {
  if (body.length < HEADER_BYTES + TAG_BYTES || body[SALT_BYTES + 4] !== KEY_BYTES) return null;
  const salt = body.subarray(0, SALT_BYTES);
  const recordBytes = body.readUInt32BE(SALT_BYTES);
  const senderKey = body.subarray(SALT_BYTES + 5, HEADER_BYTES);
  const record = body.subarray(HEADER_BYTES);
  if (record.length > recordBytes) return null;
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey]);
    const secret = derive(Buffer.from(auth, 'base64url'), pair.computeSecret(senderKey), info, 32);
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-TAG_BYTES));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    return padded[end] === 2 ? padded.subarray(0, end).toString() : null;
  } catch {
    return null;
  }
}

/** HKDF with SHA-256, of at most one block. */
function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(secret).digest();
  const block = createHmac('sha256', key).update(Buffer.concat([info, Buffer.from([1])]));
  return block.digest().subarray(0, length);
}

const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]{87})$/;

/**
 * Explains why a push service refuses the sender (RFC 8292); null if it accepts it. `subscribedKey` is the
 * subscription's key.
 */
export function vapidProblem(
  { url, headers }: Pick<ServiceRequest, 'url' | 'headers'>,
  subscribedKey: string | null,
): { status: number; text: string } | null {
  const [, header = '', claims = '', signature = '', key = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (key === '') return { status: 401, text: 'no VAPID authorization' };
  if (subscribedKey !== null && key !== subscribedKey) return { status: 403, text: 'another VAPID key' };
  if (!isSigned(`${header}.${claims}`, signature, key)) return { status: 401, text: 'the signature is wrong' };
  const { aud, exp, sub } = claimsOf(claims);
  const restMs = Number(exp) * SECOND_MS - Date.now();
  if (aud !== url.origin) return { status: 401, text: 'aud is not the origin of the push service' };
  if (!(restMs > 0 && restMs <= DAY_MS)) return { status: 401, text: 'exp is not within 24 hours' };
  return /^(mailto:|https:\/\/)./.test(String(sub)) ? null : { status: 401, text: 'sub is no address' };
}

function claimsOf(part: string): { aud?: unknown; exp?: unknown; sub?: unknown } {
  const claims = parseJson(Buffer.from(part, 'base64url').toString());
  return typeof claims === 'object' && claims !== null ? claims : {};
}

/** ES256: the key is an uncompressed point, the signature r and s. */
function isSigned(text: string, signature: string, key: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const encoding = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(text), encoding, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
