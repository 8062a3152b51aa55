import { z } from 'zod';
import { atMsSchema } from './fields.ts';

/** How many requests are free at once, and how many come back a second. */
export type Rate = { burst: number; perSec: number };

/** What of them is left, and when that was so; as it is stored, too. */
export const bucketSchema = z.object({ tokens: z.number(), at: atMsSchema });
export type Bucket = z.infer<typeof bucketSchema>;

/** 60 a minute with bursts to 300. */
export const WRITE_RATE: Rate = { burst: 300, perSec: 1 };

/**
 * An open page makes about six requests a minute, one that waits for a check one every two seconds, and one that opens
 * up to eight at once: enough for forty pages that open and ten that wait.
 */
export const READ_RATE: Rate = { burst: 300, perSec: 5 };

/** Takes one token: the bucket after it, and null, or after how many whole seconds (at least 1) to try again. */
export function takeToken(
  bucket: Bucket | undefined,
  rate: Rate,
  nowMs: number,
): { bucket: Bucket; retryAfterSec: number | null } {
  const { bucket: after, retryAfterSec } = takeTokens(bucket, rate, 1, nowMs);
  return { bucket: after, retryAfterSec };
}

/** Takes up to so many: the bucket after it, how many were there, and null, or after how many whole seconds there is one more. */
export function takeTokens(
  bucket: Bucket | undefined,
  rate: Rate,
  wanted: number,
  nowMs: number,
): { bucket: Bucket; taken: number; retryAfterSec: number | null } {
  const tokens = bucket ? filled(bucket, rate, nowMs) : rate.burst;
  const taken = Math.min(wanted, Math.floor(tokens));
  const left = tokens - taken;
  const after = { tokens: left, at: Math.max(nowMs, bucket?.at ?? nowMs) };
  const retryAfterSec = taken === wanted ? null : Math.max(1, Math.ceil((1 - left) / rate.perSec));
  return { bucket: after, taken, retryAfterSec };
}

/** Whether the bucket is full again: it may be forgotten. */
export function isFull(bucket: Bucket, rate: Rate, nowMs: number): boolean {
  return filled(bucket, rate, nowMs) >= rate.burst;
}

function filled({ tokens, at }: Bucket, rate: Rate, nowMs: number): number {
  return Math.min(rate.burst, tokens + (Math.max(0, nowMs - at) / 1000) * rate.perSec);
}
