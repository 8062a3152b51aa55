import { ALERT } from '../../values/limits.ts';
import { SECOND_MS } from '../../values/time.ts';

/** The result of an attempt to send. `retryAfterSec`: as the channel demands; `messageId`: null if it has none. */
export type SendResult =
  | { outcome: 'sent'; messageId: number | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'limited'; reason: string; retryAfterSec: number }
  | { outcome: 'failed'; reason: string };

type RetryPlan = { state: 'waiting'; nextAt: number } | { state: 'dead' };

/**
 * When to retry after a temporary failure, the last of `attempts`: 10 s after the first, doubling up to a minute, until
 * 24 h after the alert was created, then dead. Newer alerts wait behind it, so the delay stays short.
 */
export function planRetry(attempts: number, createdAtMs: number, nowMs: number): RetryPlan {
  const waitMs = Math.min(5 * SECOND_MS * 2 ** Math.min(attempts, 20), ALERT.retryAtMostMs);
  return nowMs + waitMs - createdAtMs > ALERT.giveUpAfterMs
    ? { state: 'dead' }
    : { state: 'waiting', nextAt: nowMs + waitMs };
}
