import { ALERT } from '../../values/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../values/time.ts';

/**
 * When a channel that has failed `tries` times in a row since `sinceMs` is tried again, epoch ms: 10 s after the first
 * failure, doubling up to a minute; after 24 h hourly.
 */
export function nextTry({ tries, since }: { tries: number; since: number }, nowMs: number): number {
  if (nowMs - since > ALERT.giveUpAfterMs) return nowMs + HOUR_MS;
  return nowMs + Math.min(5 * SECOND_MS * 2 ** Math.min(tries, 20), ALERT.retryAtMostMs);
}
