import { type Canary, NO_CANARY } from '../../documents/sweep.ts';
import { HEARTBEAT } from '../../values/limits.ts';

/**
 * Returns the canary after its ping of this minute (docs/heartbeats.md, Canary). `isAnswered`: whether the ping URL
 * answered; null where the public URL is unknown, so that the canary has no effect.
 */
export function trackCanary(before: Canary, isAnswered: boolean | null, nowMs: number): Canary {
  if (isAnswered === null) return NO_CANARY;
  if (!isAnswered) return { ...before, missed: { since: before.missed?.since ?? nowMs, lastAt: nowMs } };
  const startedAt = isUnreachable(before) ? before.heardAt : null;
  return { heardAt: nowMs, missed: null, outage: startedAt === null ? before.outage : { startedAt, endedAt: nowMs } };
}

/** Whether two sweeps in a row have missed the canary: a single miss may be a slow answer. */
export function isUnreachable({ missed }: Canary): boolean {
  return missed !== null && missed.lastAt - missed.since >= HEARTBEAT.canaryMissedMs;
}

/**
 * Whether late heartbeats may be evaluated: not while the canary is missed. One that was never answered proves nothing, and
 * would otherwise hide every late job of an installation that cannot request its own URL.
 */
export function mayJudge({ heardAt, missed }: Canary): boolean {
  return missed === null || heardAt === null;
}

/** Since when there is a notice to the operators that pings are lost, which is also what their notice is known by; null if not. */
export function noticeSince(canary: Canary, nowMs: number): number | null {
  const { missed } = canary;
  if (missed === null || !isUnreachable(canary)) return null;
  return nowMs - missed.since >= HEARTBEAT.canaryNoticeMs ? missed.since : null;
}
