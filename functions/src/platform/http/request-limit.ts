import { type Bucket, type Rate, takeToken } from '@farwatch/core/values/token-bucket';
import { ApiError } from './errors.ts';

const MAX_REMEMBERED = 10_000;
/** No id or address is longer, and callers must not control how much is stored. */
const MAX_KEY_LENGTH = 128;

/** What a caller has left after a request: requests, and the seconds until all are there again. */
export type Remaining = { requests: number; fullInSec: number };

export type RequestLimit = {
  rate: Rate;
  /** Returns what is left. `cost`: how many tokens the request takes, by default one. */
  take(key: string, nowMs: number, cost?: number): Remaining;
  /** Like `take`, but returns whether the request is allowed. */
  allows(key: string, nowMs: number): boolean;
};

/**
 * Limits the requests of each user or address, in this instance's memory; `take` throws ApiError too_many_requests.
 * Beyond `maxRemembered` it forgets the caller with the oldest request.
 */
export function requestLimit(rate: Rate, maxRemembered = MAX_REMEMBERED): RequestLimit {
  const buckets = new Map<string, Bucket>();
  /** Returns the tokens left, and in how many seconds to try again, null if the request is allowed. */
  const count = (caller: string, nowMs: number, cost: number) => {
    const key = caller.slice(0, MAX_KEY_LENGTH);
    const { bucket, retryAfterSec } = takeToken(buckets.get(key), rate, nowMs, cost);
    // Moves the key to the end of the map, which keeps insertion order.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > maxRemembered) forgetOldest(buckets);
    return { tokens: bucket.tokens, retryAfterSec };
  };
  return {
    rate,
    take(caller, nowMs, cost = 1) {
      const { tokens, retryAfterSec } = count(caller, nowMs, cost);
      if (retryAfterSec !== null) throw new ApiError('too_many_requests', { retryAfterSec });
      return { requests: Math.floor(tokens), fullInSec: Math.ceil((rate.burst - tokens) / rate.perSec) };
    },
    allows: (caller, nowMs) => count(caller, nowMs, 1).retryAfterSec === null,
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
