import { createHash } from 'node:crypto';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import type { PushMessage } from '@farwatch/core/values/channels/push';
import { clip } from '@farwatch/core/values/clip';
import { shorten } from '@farwatch/core/values/outside-text';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import webPush from 'web-push';
import { type Answer, post } from '../../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from '../channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from '../delivery.ts';
import { vapidKeys } from './vapid.ts';

type Settings = ChannelSettingsOf<'push'>;

/** Sends a message to a browser by its push service, encrypted for that browser (RFC 8030, 8291, 8292). */
export const sendPush: ChannelSender<Settings> = async (settings, message, { run, appUrl }) => {
  const { payload, options } = pushRequest(message);
  const vapidDetails = { subject: appUrl.replace(/^http:/, 'https:'), ...(await vapidKeys(run)) };
  const encrypted = encrypt(settings, payload, { ...options, vapidDetails });
  if (encrypted === null) return stopped('target_not_found', 'the key of the subscription is not valid');
  try {
    return resultOf(await post(settings.endpoint, encrypted), settings);
  } catch (error) {
    return failed(error);
  }
};

/** The request; null if the subscription's key is no point of the curve. */
function encrypt({ endpoint, p256dh, auth }: Settings, payload: string, options: webPush.RequestOptions) {
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
    return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY') return null;
    throw error;
  }
}

/** What a push service answers with status 404 about a subscription (RFC 8030, 7.3); a proxy's page says something else. */
const NO_SUBSCRIPTION = /subscri|regist|expired|endpoint|"errno"/i;
/** What it answers with status 400, 401 or 403 about a subscription that is for another VAPID key (RFC 8292, 4.2). */
const OTHER_KEY = /vapid\w*\b.*\b(key|credentials)|public key|PkHashMismatch|UnauthorizedRegistration/is;

/**
 * Only the service's word that the subscription has ended, or is for another key, stops the channel: it also answers
 * 400, 401 and 403 to this installation, as when its clock is wrong.
 */
function resultOf(answer: Answer, { endpoint, p256dh, auth }: Settings): DeliveryResult {
  const { status, headers, text } = answer;
  if (status >= 200 && status < 300) return accepted(answer);
  const reason = reasonOf(answer, [endpoint, new URL(endpoint).pathname, p256dh, auth]);
  const isMissing = status === 404 && (NO_SUBSCRIPTION.test(text) || headers.has('x-wns-status'));
  if (status === 410 || isMissing) return stopped('target_not_found', reason);
  if ([400, 401, 403].includes(status) && OTHER_KEY.test(text)) return stopped('unauthorized', reason);
  return status === 413 ? rejected(reason) : tryLater(answer, reason);
}

/** Some push services accept 3 KB; encryption adds 103 bytes (RFC 8188). */
const MAX_BYTES = 3 * 1024 - 103;
const MAX_TITLE = 300;
/** One UTF-16 unit is at most six bytes of JSON. */
const MOST_BYTES_OF_UNIT = 6;
/** A device that was off for longer learns of it from the app. */
const TTL_SEC = DAY_MS / SECOND_MS;

/**
 * What a browser is sent: the content, and how push services treat it (RFC 8030, 5). A message about an incident
 * replaces the one about it that the device has not received yet.
 */
function pushRequest(message: OutgoingMessage) {
  const incidentId = incidentOf(message);
  const urgency = message.tone === 'down' || message.kind === 'test' ? ('high' as const) : ('normal' as const);
  const options = { TTL: TTL_SEC, urgency, ...(incidentId !== null && { topic: topicOf(incidentId) }) };
  return { payload: JSON.stringify(fitted(contentOf(message, incidentId ?? message.id))), options };
}

/** The one incident of a message; null for digests, notices and tests. */
function incidentOf({ contents: [content, ...others] }: OutgoingMessage): string | null {
  return others.length > 0 ? null : (content?.incidentId ?? null);
}

/** At most 32 characters of base64url. */
function topicOf(incidentId: string): string {
  return createHash('sha256').update(incidentId).digest('base64url').slice(0, 32);
}

/** The text has the title as its first line, and the link as its last. */
function contentOf({ title, text, link }: OutgoingMessage, tag: string): PushMessage {
  const lines = text.split('\n').slice(1);
  const body = lines.filter((line) => line !== link?.url).join('\n');
  return { title: shorten(title, MAX_TITLE), body, tag, url: link?.url ?? null };
}

/** The content with its body cut to the bytes that are allowed. */
function fitted(content: PushMessage): PushMessage {
  const excess = Buffer.byteLength(JSON.stringify(content)) - MAX_BYTES;
  if (excess <= 0) return content;
  const kept = content.body.replace(/…$/, '');
  const length = kept.length - Math.ceil(excess / MOST_BYTES_OF_UNIT) - 1;
  return fitted({ ...content, body: `${clip(kept, Math.max(0, length))}…` });
}
