import type { DeliveryFailureCode } from '@farwatch/core/values/channels/channel-type';
import { clip } from '@farwatch/core/values/clip';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { retryAfterSec } from '../../platform/net/answer.ts';
import { type Answer, PostError } from '../../platform/net/post.ts';
import type { DeliveryFailure, DeliveryResult } from './channel-sender.ts';

const REASON_LENGTH = 300;
/** Used if a service that limits requests gives no time. */
const RETRY_AFTER_SEC = 30;
const MAX_RETRY_AFTER_SEC = DAY_MS / SECOND_MS;

/** The result of a request without an answer. Throws any error but a PostError. */
export function failed(error: unknown): DeliveryFailure {
  if (!(error instanceof PostError)) throw error;
  return { outcome: 'failed', code: error.code, reason: clip(error.message, REASON_LENGTH) };
}

/** The start of a page, which no service of a channel answers. Slack's 'ok', too, has the type text/html. */
const PAGE = /^\s*</;

/**
 * The result of a success, for a service whose answer is text, JSON or empty: one with a page comes from a proxy or the
 * login of a network, which may have kept the message for itself. A success whose body has not come is the service's.
 */
export function accepted({ status, text }: Answer): DeliveryResult {
  if (!PAGE.test(text)) return { outcome: 'sent' };
  return { outcome: 'failed', code: 'unreachable', reason: `${status}: a page, which is not the service's answer` };
}

/**
 * The result of an answer that is not the service's own word about this target or message, such as a 5xx or the page of
 * a proxy: it is tried again, not before the time that the answer names.
 */
export function tryLater({ status, headers }: Answer, reason: string): DeliveryFailure {
  const afterSec = retryAfterSec(headers);
  if (status === 429 || (status >= 500 && afterSec !== null)) return limited(reason, afterSec);
  if (status >= 500) return { outcome: 'failed', code: 'unreachable', reason };
  const code = status === 401 || status === 403 ? 'refused' : 'target_not_found';
  return { outcome: 'failed', code, reason };
}

/** The result of an answer after which nothing can be sent until the settings change. */
export function stopped(code: DeliveryFailureCode, reason: string): DeliveryFailure {
  return { outcome: 'stopped', code, reason };
}

/** The result of an answer that refuses this message alone. */
export function rejected(reason: string): DeliveryFailure {
  return { outcome: 'rejected', code: 'message_rejected', reason };
}

/** `afterSec`: from the answer; null if it has none. */
function limited(reason: string, afterSec: number | null): DeliveryFailure {
  const retryAfterSec = Math.min(Math.max(1, Math.ceil(afterSec ?? RETRY_AFTER_SEC)), MAX_RETRY_AFTER_SEC);
  return { outcome: 'limited', retryAfterSec, code: 'busy', reason };
}

/**
 * Returns the service's reply in one line without these secrets, at most 300 characters: `404: no_service`. `detail` is
 * the part of the answer that contains the reason.
 */
export function reasonOf(answer: Answer, secrets: readonly string[] = [], detail = detailOf(answer)): string {
  const line = detail.replace(/\s+/g, ' ').trim();
  const known = secrets.filter((secret) => secret !== '');
  const hidden = known.reduce((shown, secret) => shown.replaceAll(secret, '…'), line);
  return clip(hidden === '' ? String(answer.status) : `${answer.status}: ${hidden}`, REASON_LENGTH);
}

/** The text, or where a redirect leads. */
function detailOf({ status, headers, text }: Answer): string {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location ? `redirects to ${location}, which is not followed` : text;
}
