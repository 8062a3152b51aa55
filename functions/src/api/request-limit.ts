import { type Bucket, type Rate, takeToken } from '@farwatch/core/values/token-bucket';
import { ApiError } from './errors.ts';

const MOST_REMEMBERED = 10_000;
/** No id or address is longer; callers must not control how much is stored. */
const LONGEST_KEY = 128;

export type RequestLimit = { take(key: string, nowMs: number): void };

/**
 * Counts the requests of a kind, of each user or address, in this instance's memory; `take` throws ApiError too_many_requests.
 * Beyond `mostRemembered` it forgets the caller with the oldest request.
 */
export function requestLimit(rate: Rate, mostRemembered = MOST_REMEMBERED): RequestLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(whose, nowMs) {
      const key = whose.slice(0, LONGEST_KEY);
      const { bucket, retryAfterSec } = takeToken(buckets.get(key), rate, nowMs);
      // At the end of the map, which keeps its keys in the sequence they were put there.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > mostRemembered) forgetOldest(buckets);
      if (retryAfterSec !== null) throw new ApiError('too_many_requests', { retryAfterSec });
    },
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
