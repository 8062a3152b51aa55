import type { PingTarget } from '@farwatch/core/decisions/heartbeats/ping-path';
import type { Heartbeat } from '@farwatch/core/documents/heartbeat';
import { HEARTBEAT } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type Bucket, isFull, type Rate, takeToken } from '@farwatch/core/values/token-bucket';

const RATE: Rate = { burst: HEARTBEAT.perMinute, perSec: HEARTBEAT.perMinute / 60 };

/** Of one account on a UTC day: the pings of each of its heartbeats, as their documents last said. */
type Day = { date: string; counts: Map<string, number> };

/** The limits of pings, as far as one instance of the function knows. */
export type PingLimits = {
  /** In how many seconds to try again; null if the ping may be stored. Takes it into account. */
  take(target: PingTarget, nowMs: number): number | null;
  /** Remembers a stored ping. */
  learn(target: PingTarget, heartbeat: Heartbeat): void;
};

/**
 * Limits pings to 5 a minute of each heartbeat and 5,000 a day of all of an account. The counts of a day are in the
 * heartbeats' documents, which each ping reads anyway, so instances agree without a document of their own.
 */
export function pingLimits(): PingLimits {
  const buckets = new Map<string, Bucket>();
  const days = new Map<string, Day>();
  const owners = new Map<string, string>();
  let prunedAtMs = 0;
  return {
    take: (target, nowMs) => {
      if (nowMs - prunedAtMs > MINUTE_MS) {
        for (const [name, each] of buckets) if (isFull(each, RATE, nowMs)) buckets.delete(name);
        prunedAtMs = nowMs;
      }
      const name = nameOf(target);
      const { bucket, retryAfterSec } = takeToken(buckets.get(name), RATE, nowMs);
      buckets.set(name, bucket);
      if (retryAfterSec !== null) return retryAfterSec;
      const day = days.get(owners.get(name) ?? '');
      if (!day || day.date !== dateOf(nowMs)) return null;
      const sum = [...day.counts.values()].reduce((total, count) => total + count, 0);
      return sum < HEARTBEAT.perDay ? null : Math.ceil((Date.parse(day.date) - nowMs) / 1000) + 86_400;
    },
    learn: (target, { ownerId, endpointId, today: { date, count } }) => {
      owners.set(nameOf(target), ownerId);
      const known = days.get(ownerId);
      const day = known?.date === date ? known : { date, counts: new Map<string, number>() };
      day.counts.set(endpointId, count);
      days.set(ownerId, day);
    },
  };
}

function nameOf(target: PingTarget): string {
  return 'key' in target ? target.key : `${target.pingKey}/${target.slug}`;
}

function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
