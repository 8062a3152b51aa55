import { ALERT } from '../limits.ts';
import { SECOND_MS } from '../time.ts';

/** How a try to send ended. `retryAfterSec` is Telegram's own, of a 429. */
export type SendResult =
  | { outcome: 'sent'; messageId: number }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'limited'; retryAfterSec: number }
  | { outcome: 'failed'; reason: string };

export type AfterFailure = { state: 'waiting'; nextAt: number } | { state: 'dead' };

/**
 * When to try again after a fault that may pass, the last of `attempts`: 10 s after the first, doubling up to a minute, for 24 h
 * from the alert's creation, then dead. What was made since waits behind it, so it is never long.
 */
export function afterFailure(attempts: number, createdAtMs: number, nowMs: number): AfterFailure {
  const waitMs = Math.min(5 * SECOND_MS * 2 ** Math.min(attempts, 20), ALERT.retryAtMostMs);
  return nowMs + waitMs - createdAtMs > ALERT.giveUpAfterMs
    ? { state: 'dead' }
    : { state: 'waiting', nextAt: nowMs + waitMs };
}
