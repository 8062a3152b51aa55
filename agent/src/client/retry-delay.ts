import { MINUTE_MS } from '@farwatch/core/values/time';

const RETRY_FROM_MS = 1_000;
const RETRY_TO_MS = 15_000;
const REFUSED_TO_MS = 5 * MINUTE_MS;

/**
 * Returns how long to wait after this many failures in a row, in ms; `random` in [0, 1) spreads the agents' retries.
 */
export function retryDelay(failures: number, random: number): number {
  return growing(failures, random, RETRY_TO_MS);
}

/**
 * Returns how long to wait after this many refused reports in a row, in ms. The wait is longer, since repeating them is
 * of no use.
 */
export function refusalDelay(refusals: number, random: number): number {
  return growing(refusals, random, REFUSED_TO_MS);
}

function growing(count: number, random: number, toMs: number): number {
  const fullMs = Math.min(toMs, RETRY_FROM_MS * 2 ** Math.min(count - 1, 10));
  return fullMs * (0.5 + random / 2);
}
