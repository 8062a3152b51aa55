/** How many may start at once, and how many a second after that. */
export type Rate = { burst: number; perSec: number };

/**
 * A rate is kept with one number: the time at which the whole burst is free again (`fullAtMs`, initially any past
 * time). Returns when the next may start, `nowMs` or later. Both by one clock that never jumps.
 */
export function nextFree(fullAtMs: number, { burst, perSec }: Rate, nowMs: number): number {
  return Math.max(nowMs, fullAtMs - ((burst - 1) * 1000) / perSec);
}

/** `fullAtMs` after one more has started, or was given the time of `nextFree`. */
export function fullAfterOne(fullAtMs: number, { perSec }: Rate, nowMs: number): number {
  return Math.max(fullAtMs, nowMs) + 1000 / perSec;
}
