import { SECOND_MS } from '@farwatch/core/values/time';

const QUICK_RETRIES = 3;

/**
 * The delay, ms, after the `retry`th failure (from 1); null for no retry. The first three retries follow with doubling
 * delays; after that, polled calls continue every `everyMs` and others stop.
 */
export function retryDelayMs(retry: number, everyMs: number): number | null {
  if (retry <= QUICK_RETRIES) return 2 ** retry * 2 * SECOND_MS;
  return everyMs > 0 ? everyMs : null;
}
