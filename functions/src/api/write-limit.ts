import { type Bucket, isFull, takeToken, WRITE_RATE } from '@farwatch/core/api/token-bucket';
import { ApiError } from './errors.ts';

const MOST_REMEMBERED = 10_000;

export type WriteLimit = { take(uid: string, nowMs: number): void };

/** Counts each user's writes in this instance's memory; `take` throws ApiError too_many_requests (design 7). */
export function writeLimit(): WriteLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(uid, nowMs) {
      if (buckets.size >= MOST_REMEMBERED) forgetFull(buckets, nowMs);
      const { bucket, retryAfterSec } = takeToken(buckets.get(uid), WRITE_RATE, nowMs);
      buckets.set(uid, bucket);
      if (retryAfterSec !== null) throw new ApiError('too_many_requests', { retryAfterSec });
    },
  };
}

function forgetFull(buckets: Map<string, Bucket>, nowMs: number): void {
  for (const [uid, bucket] of buckets) if (isFull(bucket, WRITE_RATE, nowMs)) buckets.delete(uid);
}
