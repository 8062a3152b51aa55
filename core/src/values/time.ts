/** Durations, and the ten-minute windows and UTC hours that documents are keyed by. Times are epoch milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The length of a period as it is displayed everywhere, ms: from the second it starts in to the second it ends in, so
 * that it agrees with these times. Lengths of adjacent periods add up.
 */
export function displayedLengthMs(fromMs: number, toMs: number): number {
  const secondOf = (atMs: number) => Math.floor(atMs / SECOND_MS) * SECOND_MS;
  return Math.max(0, secondOf(toMs) - secondOf(fromMs));
}

/** A ten-minute window: what one report may carry, and one slot of presence. */
export const WINDOW_MS = 10 * MINUTE_MS;

/** Returns the start of the ten-minute window of `atMs`. */
export function windowStart(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
}

/**
 * Returns whether a job that ran at `lastMs` is due at `nowMs`, if it runs once in each period of that length; null for
 * never.
 */
export function isInNewPeriod(lastMs: number | null, nowMs: number, periodMs: number): boolean {
  return lastMs === null || Math.floor(lastMs / periodMs) !== Math.floor(nowMs / periodMs);
}

/** Returns the start of the UTC hour of `atMs`. */
export function hourStart(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}
