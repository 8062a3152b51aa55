import { z } from 'zod';
import { atMsSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { SECOND_MS } from './time.ts';

/** How many requests a full bucket allows, and how many it regains per second. */
export type Rate = { burst: number; perSec: number };

/** How many tokens were left at a time. */
export const bucketSchema = z.object({ tokens: z.number(), at: atMsSchema });
export type Bucket = z.infer<typeof bucketSchema>;

/** 60 per minute with bursts of 300. */
export const WRITE_RATE: Rate = { burst: 300, perSec: 1 };

/**
 * An open page makes about six requests a minute, one that waits for a check one every two seconds, and one that loads
 * up to eight immediately: enough for forty pages that load and ten that wait.
 */
export const READ_RATE: Rate = { burst: 300, perSec: 5 };

/** Parts of an account's copy. The largest, with 200 endpoints in three locations for 400 days, has about 1,500. */
export const COPY_RATE: Rate = { burst: 2000, perSec: 0.1 };

/** Reports, each of which reads up to a thousand documents. An account of 200 monitors has a CSV of four parts or more. */
export const REPORT_RATE: Rate = { burst: 60, perSec: 0.2 };

/** Tests of channels: each sends a message to a place of the caller's choice. */
export const CHANNEL_TEST_RATE: Rate = { burst: 20, perSec: 0.1 };

/** Calls after which the account's owner gets a mail. */
export const ACCOUNT_MAIL_RATE: Rate = { burst: 10, perSec: 1 / 300 };

/** Calls after which other people of the account may get mails. */
export const MEMBER_MAIL_RATE: Rate = { burst: 60, perSec: 0.1 };

/** Previews and tests of summaries: each reads the history of all monitors. */
export const SUMMARY_RATE: Rate = { burst: 10, perSec: 0.05 };

/**
 * Previews of status pages, and their saves: each reads the history of all components. An editor sends one preview for
 * each pause in typing.
 */
export const PAGE_RATE: Rate = { burst: 100, perSec: 0.2 };

/** A search for those who write to a LINE account polls; each search may make it read names. */
export const LINE_SEARCH_RATE: Rate = { burst: 60, perSec: 0.5 };

/** Logins by code of an address, and attempts of an account to find one by its code. */
export const LOGIN_RATE: Rate = { burst: 20, perSec: 1 / 30 };

/** First queries of domain registries: an account's new and restarted domains share the queue with those of all others. */
export const REGISTRY_RATE: Rate = { burst: 30, perSec: 1 / 60 };

/** Work on assertions, in units of some 5 ns: two of the largest requests at once, then 2.5 ms in each second. */
export const ASSERTION_RATE: Rate = { burst: 2 * LIMITS.assertionUnits, perSec: 500_000 };

/**
 * Takes one token, or as many as a request costs, or none if there are not as many. `retryAfterSec`: null, or in how
 * many whole seconds (at least 1) to retry.
 */
export function takeToken(
  bucket: Bucket | undefined,
  rate: Rate,
  nowMs: number,
  cost = 1,
): { bucket: Bucket; retryAfterSec: number | null } {
  const tokens = bucket ? refill(bucket, rate, nowMs) : rate.burst;
  const missing = cost - tokens;
  const after = { tokens: missing > 0 ? tokens : tokens - cost, at: Math.max(nowMs, bucket?.at ?? nowMs) };
  return { bucket: after, retryAfterSec: missing > 0 ? Math.max(1, Math.ceil(missing / rate.perSec)) : null };
}

/**
 * Takes up to `requested` tokens. `retryAfterSec`: null if there were enough, else whole seconds until the next token.
 */
export function takeTokens(
  bucket: Bucket | undefined,
  rate: Rate,
  requested: number,
  nowMs: number,
): { bucket: Bucket; taken: number; retryAfterSec: number | null } {
  const tokens = bucket ? refill(bucket, rate, nowMs) : rate.burst;
  const taken = Math.min(requested, Math.floor(tokens));
  const left = tokens - taken;
  const after = { tokens: left, at: Math.max(nowMs, bucket?.at ?? nowMs) };
  const retryAfterSec = taken === requested ? null : Math.max(1, Math.ceil((1 - left) / rate.perSec));
  return { bucket: after, taken, retryAfterSec };
}

/**
 * Takes a token for each of `count` pieces of work and returns when each may start: now, or when its token is there. The
 * debt never exceeds `mostDebt` tokens, so that what was reserved and never used does not delay for longer.
 */
export function reserveTokens(
  bucket: Bucket | undefined,
  rate: Rate,
  { count, mostDebt }: { count: number; mostDebt: number },
  nowMs: number,
): { bucket: Bucket; startsAtMs: number[] } {
  const tokens = bucket ? refill(bucket, rate, nowMs) : rate.burst;
  const after = (taken: number) => Math.max(tokens - taken, Math.min(tokens, -mostDebt));
  const startsAtMs = Array.from({ length: count }, (_, index) => {
    const missing = Math.max(0, -after(index + 1));
    return nowMs + Math.ceil((missing / rate.perSec) * SECOND_MS);
  });
  return { bucket: { tokens: after(count), at: Math.max(nowMs, bucket?.at ?? nowMs) }, startsAtMs };
}

/** Whether the bucket is full again, so that it need not be stored. */
export function isFull(bucket: Bucket, rate: Rate, nowMs: number): boolean {
  return refill(bucket, rate, nowMs) >= rate.burst;
}

function refill({ tokens, at }: Bucket, rate: Rate, nowMs: number): number {
  return Math.min(rate.burst, tokens + (Math.max(0, nowMs - at) / 1000) * rate.perSec);
}
