import type { DeliveryFailureCode } from '@farwatch/core/values/channels/channel-type';
import { clip } from '@farwatch/core/values/clip';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Answer, PostError } from '../../platform/net/post.ts';
import type { DeliveryResult } from './channel-sender.ts';

const REASON_LENGTH = 300;
/** Used if a service that limits requests gives no time. */
const RETRY_AFTER_SEC = 30;
const MAX_RETRY_AFTER_SEC = DAY_MS / SECOND_MS;

/** The result of a request without an answer. Throws any error but a PostError. */
export function failed(error: unknown): DeliveryResult {
  if (!(error instanceof PostError)) throw error;
  return { outcome: 'failed', code: error.code, reason: clip(error.message, REASON_LENGTH) };
}

/** The result of an answer that may be another one later, such as a 5xx. */
export function unavailable(reason: string): DeliveryResult {
  return { outcome: 'failed', code: 'unreachable', reason };
}

/** The result of an answer after which nothing can be sent until the settings change. */
export function stopped(code: DeliveryFailureCode, reason: string): DeliveryResult {
  return { outcome: 'stopped', code, reason };
}

/** The result of an answer that refuses this message alone. */
export function rejected(reason: string): DeliveryResult {
  return { outcome: 'rejected', code: 'message_rejected', reason };
}

/** The result of an answer that limits requests. `afterSec`: from the answer; null if it has none. */
export function limited(reason: string, afterSec: number | null): DeliveryResult {
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
