import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type Answer, post } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { cutWithin } from './fit.ts';
import { bodyLines, fitLines } from './fit-lines.ts';

type Settings = ChannelSettingsOf<'pushover'>;

const MESSAGES_URL = 'https://api.pushover.net/1/messages.json';

/** The limit in characters (pushover.net/api, Limitations). UTF-16 units are never fewer. */
const MAX_MESSAGE = 1024;
const MAX_TITLE = 250;
const MAX_URL = 512;
const MAX_URL_TITLE = 100;

/** Sends a message to a user or group. */
export const sendPushover: ChannelSender<Settings> = async (settings, message, { appUrl }) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(renderPushover(settings, message, appUrl)).toString();
  try {
    return resultOf(await post(MESSAGES_URL, { headers, body }), settings);
  } catch (error) {
    return failed(error);
  }
};

/** The fields of the form. High priority (1) passes the user's quiet hours; 2 would ring until confirmed. */
export function renderPushover({ userKey, appToken }: Settings, message: OutgoingMessage, appUrl: string) {
  const { title, link, tone, kind, contents } = message;
  const [content] = contents;
  return {
    token: appToken,
    user: userKey,
    ...(kind !== 'test' && { title: cutWithin(title, MAX_TITLE) }),
    message: fitLines(bodyLines(message), MAX_MESSAGE),
    priority: tone === 'down' ? '1' : '0',
    ...(link && {
      url: link.url.length <= MAX_URL ? link.url : appUrl,
      url_title: cutWithin(link.label, MAX_URL_TITLE),
    }),
    ...(content && { timestamp: String(Math.floor(content.values.occurredAt / SECOND_MS)) }),
  };
}

function resultOf(answer: Answer, { userKey, appToken }: Settings): DeliveryResult {
  const { status, headers, text } = answer;
  if (status === 200) return accepted(answer);
  const reason = reasonOf(answer, [userKey, appToken]);
  const renewsAtMs = status === 429 ? quotaRenewsAt(headers) : null;
  if (renewsAtMs !== null) return { outcome: 'stopped', untilMs: renewsAtMs, code: 'quota_exceeded', reason };
  const isOwn = status >= 400 && status < 500 && status !== 429 && /"status"\s*:\s*0\b/.test(text);
  if (!isOwn) return status === 413 ? rejected(reason) : tryLater(answer, reason);
  if (isInvalid(text, 'token')) return stopped('unauthorized', reason);
  return isInvalid(text, 'user') ? stopped('target_not_found', reason) : rejected(reason);
}

/** Whether the answer contains `"user":"invalid"`, also of a user without active devices. */
function isInvalid(text: string, field: 'token' | 'user'): boolean {
  return new RegExp(`"${field}"\\s*:\\s*"invalid"`).test(text);
}

/**
 * When the application has messages again, epoch ms: 429 is the end of those of this month if the answer contains when the
 * next one starts. Null for another limit.
 */
function quotaRenewsAt(headers: Headers): number | null {
  const isUsedUp = headers.get('x-limit-app-remaining') === '0';
  const resetSec = Number(headers.get('x-limit-app-reset'));
  return isUsedUp && resetSec > 0 ? resetSec * SECOND_MS : null;
}
