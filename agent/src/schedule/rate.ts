/** How many may go at once, and how many a second after that. */
export type Rate = { burst: number; perSec: number };

/**
 * A rate is kept with one number: the moment at which the whole burst is free again (`fullAtMs`, any moment in the past to
 * begin with). Gives when the next may go, `nowMs` or later. Both by one clock that never jumps.
 */
export function nextFree(fullAtMs: number, { burst, perSec }: Rate, nowMs: number): number {
  return Math.max(nowMs, fullAtMs - ((burst - 1) * 1000) / perSec);
}

/** `fullAtMs` once one more has gone, or has been given the place that `nextFree` said. */
export function fullAfterOne(fullAtMs: number, { perSec }: Rate, nowMs: number): number {
  return Math.max(fullAtMs, nowMs) + 1000 / perSec;
}
