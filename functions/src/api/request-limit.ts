import { type Bucket, isFull, type Rate, takeToken } from '@farwatch/core/api/token-bucket';
import { ApiError } from './errors.ts';

const MOST_REMEMBERED = 10_000;

export type RequestLimit = { take(uid: string, nowMs: number): void };

/** Counts each user's requests of a kind in this instance's memory; `take` throws ApiError too_many_requests. */
export function requestLimit(rate: Rate): RequestLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(uid, nowMs) {
      if (buckets.size >= MOST_REMEMBERED) forgetFull(buckets, rate, nowMs);
      const { bucket, retryAfterSec } = takeToken(buckets.get(uid), rate, nowMs);
      buckets.set(uid, bucket);
      if (retryAfterSec !== null) throw new ApiError('too_many_requests', { retryAfterSec });
    },
  };
}

function forgetFull(buckets: Map<string, Bucket>, rate: Rate, nowMs: number): void {
  for (const [uid, bucket] of buckets) if (isFull(bucket, rate, nowMs)) buckets.delete(uid);
}
