import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { mostSevere } from '@farwatch/core/values/severity';
import { HOUR_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Answer, postJson } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { cutWithin } from './fit.ts';
import { bodyLines, fitLines } from './fit-lines.ts';

/** A longer message becomes an attachment; the whole body may have twice as much (docs.ntfy.sh/publish). */
const MAX_MESSAGE_BYTES = 4096;
const MAX_TITLE = 250;

/** Publishes a message to a topic. The title is apart, so that it is not repeated. */
export const sendNtfy: ChannelSender<ChannelSettingsOf<'ntfy'>> = async ({ serverUrl, topic, token }, message) => {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  try {
    return resultOf(await postJson(new URL('/', serverUrl).href, renderNtfy(topic, message), { headers }), token);
  } catch (error) {
    return failed(error);
  }
};

/** The JSON to publish. Neither title nor message has markup. */
export function renderNtfy(topic: string, message: OutgoingMessage) {
  const { title, link, kind } = message;
  return {
    topic,
    ...(kind !== 'test' && { title: cutWithin(title, MAX_TITLE) }),
    message: fitLines(bodyLines(message), MAX_MESSAGE_BYTES, jsonBytes),
    priority: priorityOf(message),
    ...(link && { click: link.url, actions: [{ action: 'view', label: link.label, url: link.url }] }),
  };
}

/** Escapes count, so that the whole body is within its limit, too. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** 5: insistent, 4: high, 3: as usual. */
function priorityOf(message: OutgoingMessage): number {
  if (message.tone !== 'down') return 3;
  return mostSevere(message.contents) === 'critical' ? 5 : 4;
}

/** Topics that cannot exist (server/errors.go of ntfy: invalid, disallowed). */
const TOPIC_ERRORS: readonly number[] = [40009, 40010];
const DAILY_LIMIT = 42908;
/** The day's limit counts an address that others share, so it is not known when it ends. */
const DAILY_LIMIT_RETRY_SEC = HOUR_MS / SECOND_MS;

/**
 * Returns the code in ntfy's error, which starts with the status; 0 for an answer that is not ntfy's, such as a proxy's
 * page.
 */
function errorCode({ status, text }: Answer): number {
  const code = Number(/^\s*\{[^{}]*"code"\s*:\s*(\d{5})\b/.exec(text)?.[1] ?? 0);
  return Math.floor(code / 100) === status ? code : 0;
}

function resultOf(answer: Answer, token: string): DeliveryResult {
  const { status, text } = answer;
  if (status === 200) return /"event"\s*:\s*"message"/.test(text) ? { outcome: 'sent' } : tryLater(answer, NO_SERVER);
  const reason = reasonOf(answer, [token]);
  const code = errorCode(answer);
  if (code === DAILY_LIMIT) {
    return { outcome: 'limited', retryAfterSec: DAILY_LIMIT_RETRY_SEC, code: 'quota_exceeded', reason };
  }
  if (code === 0 || status === 429) return tryLater(answer, reason);
  if (status === 401) return stopped('unauthorized', reason);
  if (status === 403) return stopped('refused', reason);
  if (status === 404 || status === 507 || TOPIC_ERRORS.includes(code)) return stopped('target_not_found', reason);
  return status < 500 ? rejected(reason) : tryLater(answer, reason);
}

const NO_SERVER = '200: the answer is not that of an ntfy server';
