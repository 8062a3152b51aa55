import type { PingTarget } from '@farwatch/core/decisions/heartbeats/ping-path';
import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type Bucket, isFull, type Rate, takeToken } from '@farwatch/core/values/token-bucket';

const RATE: Rate = { burst: HEARTBEAT.perMinute, perSec: HEARTBEAT.perMinute / 60 };
/** Names that an account does not have: each is looked up, which costs a read. */
const MISS_RATE: Rate = { burst: 20, perSec: 1 / 6 };
/** Not until the next day: clients such as curl wait for this long, and the job with them. */
const DAY_RETRY_AFTER_SEC = 60;

/** The limits of pings, as far as one instance of the function knows. */
export type PingLimits = {
  /** Takes a ping into account. Returns in how many seconds to try again; null if the ping may be stored. */
  take(target: PingTarget, nowMs: number): number | null;
  /** Remembers that an account has no heartbeat of that name. */
  miss(target: PingTarget, nowMs: number): void;
  /** Remembers a stored ping. */
  learn(target: PingTarget, heartbeat: Heartbeat): void;
};

/**
 * Limits the pings of each heartbeat to 5 a minute and 5,000 a day. The count of a day is in the heartbeat's document,
 * which each ping reads anyway, so instances agree. Under one account's key, a few unknown names are looked up; after
 * that, names that this instance does not know yet wait.
 */
export function pingLimits(): PingLimits {
  const buckets = new Map<string, Bucket>();
  const days = new Map<string, Heartbeat['today']>();
  const misses = new Map<string, Bucket>();
  let prunedAtMs = 0;
  const prune = (nowMs: number) => {
    for (const [name, each] of buckets) if (isFull(each, RATE, nowMs)) buckets.delete(name);
    for (const [key, each] of misses) if (isFull(each, MISS_RATE, nowMs)) misses.delete(key);
    for (const [name, { date }] of days) if (date !== dateOf(nowMs)) days.delete(name);
    prunedAtMs = nowMs;
  };
  return {
    take: (target, nowMs) => {
      if (nowMs - prunedAtMs > MINUTE_MS) prune(nowMs);
      const name = nameOf(target);
      if ('pingKey' in target && !days.has(name)) {
        const missed = takeToken(misses.get(target.pingKey), MISS_RATE, nowMs);
        if (missed.retryAfterSec !== null) return missed.retryAfterSec;
      }
      const { bucket, retryAfterSec } = takeToken(buckets.get(name), RATE, nowMs);
      buckets.set(name, bucket);
      if (retryAfterSec !== null) return retryAfterSec;
      const day = days.get(name);
      if (!day || day.date !== dateOf(nowMs) || day.count < HEARTBEAT.perDay) return null;
      return DAY_RETRY_AFTER_SEC;
    },
    miss: (target, nowMs) => {
      if (!('pingKey' in target)) return;
      misses.set(target.pingKey, takeToken(misses.get(target.pingKey), MISS_RATE, nowMs).bucket);
    },
    learn: (target, { today }) => void days.set(nameOf(target), today),
  };
}

function nameOf(target: PingTarget): string {
  return 'key' in target ? target.key : `${target.pingKey}/${target.slug}`;
}

function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
