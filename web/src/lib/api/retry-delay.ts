import { SECOND_MS } from '@farwatch/core/time';

const QUICK_RETRIES = 3;

/**
 * How long after its `retry`th failure (from 1) a call is made again, in ms; null for not at all. The first three follow
 * soon, each after twice the time. Then what is polled every `everyMs` goes on in its own time, and all else has ended.
 */
export function retryDelayMs(retry: number, everyMs: number): number | null {
  if (retry <= QUICK_RETRIES) return 2 ** retry * 2 * SECOND_MS;
  return everyMs > 0 ? everyMs : null;
}
