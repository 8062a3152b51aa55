import { MINUTE_MS } from '@farwatch/core/time';

/** How far the server's time is ahead of this process's monotonic clock, and how far that may be wrong, in ms. */
export type Estimate = { offsetMs: number; uncertaintyMs: number; learntAtMs: number };

/** An estimate older than this gives way to any newer one: quartz drifts. */
const STALE_AFTER_MS = 30 * MINUTE_MS;

/** What an answer tells: the server read `serverAtMs` some time between sending and receiving (monotonic ms). */
export function estimateFrom(serverAtMs: number, sentAtMs: number, receivedAtMs: number): Estimate {
  const uncertaintyMs = (receivedAtMs - sentAtMs) / 2;
  return { offsetMs: serverAtMs - (sentAtMs + uncertaintyMs), uncertaintyMs, learntAtMs: receivedAtMs };
}

/** The better of two: the more certain one, unless the older is stale or the two cannot both be true. */
export function betterEstimate(known: Estimate | null, fresh: Estimate): Estimate {
  if (!known || fresh.uncertaintyMs <= known.uncertaintyMs) return fresh;
  const apartMs = Math.abs(fresh.offsetMs - known.offsetMs);
  const contradicts = apartMs > fresh.uncertaintyMs + known.uncertaintyMs;
  return contradicts || fresh.learntAtMs - known.learntAtMs > STALE_AFTER_MS ? fresh : known;
}
