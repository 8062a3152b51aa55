import type { Sweep } from '../../documents/sweep.ts';
import { AGENT } from '../../values/limits.ts';

/** Returns when sweeps started again after the last gap between them, epoch ms; null if there was none. */
export function lastGapEnd(
  { lastRunAt, gapEndedAt }: Pick<Sweep, 'lastRunAt' | 'gapEndedAt'>,
  nowMs: number,
): number | null {
  const isAfterGap = lastRunAt !== null && nowMs - lastRunAt > AGENT.sweepGapMs;
  return isAfterGap ? nowMs : gapEndedAt;
}

/**
 * Whether pings may be missing that jobs have sent: up to five minutes after a gap between sweeps, since Farwatch itself
 * was probably down.
 */
export function mayLackPings({ gapEndedAt }: Pick<Sweep, 'gapEndedAt'>, nowMs: number): boolean {
  return gapEndedAt !== null && nowMs < gapEndedAt + AGENT.gracePeriodMs;
}
