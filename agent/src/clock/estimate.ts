import { MINUTE_MS } from '@farwatch/core/time';

/**
 * How far the server's time is ahead of this process's monotonic clock, in ms: the estimate, and the bounds that the
 * answers so far leave. `learntAtMs` (monotonic) is when the bounds were started.
 */
export type Estimate = { offsetMs: number; lowMs: number; highMs: number; learntAtMs: number };

/** Bounds older than this are started again, since quartz drifts. */
const STALE_AFTER_MS = 30 * MINUTE_MS;

/** An answer: the server read `serverAtMs` at some moment between sending and receiving (monotonic ms). */
export type Answer = { serverAtMs: number; sentAtMs: number; receivedAtMs: number };

/**
 * The estimate after an answer, moved no further than necessary: a slow first answer does not push a correct wall
 * clock, and a wrong one moves into what the answers leave.
 */
export function estimateAfter(known: Estimate, { serverAtMs, sentAtMs, receivedAtMs }: Answer): Estimate {
  const fresh = { lowMs: serverAtMs - receivedAtMs, highMs: serverAtMs - sentAtMs };
  const both = { lowMs: Math.max(known.lowMs, fresh.lowMs), highMs: Math.min(known.highMs, fresh.highMs) };
  const isStale = receivedAtMs - known.learntAtMs > STALE_AFTER_MS;
  const contradicts = both.lowMs > both.highMs;
  const { lowMs, highMs } = isStale || contradicts ? fresh : both;
  const learntAtMs = isStale || contradicts ? receivedAtMs : known.learntAtMs;
  return { offsetMs: Math.min(highMs, Math.max(lowMs, known.offsetMs)), lowMs, highMs, learntAtMs };
}

/** An estimate that nothing has confirmed yet. */
export function guess(offsetMs: number, nowMs: number): Estimate {
  return { offsetMs, lowMs: Number.NEGATIVE_INFINITY, highMs: Number.POSITIVE_INFINITY, learntAtMs: nowMs };
}
