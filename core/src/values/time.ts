/** Lengths of time and the fixed grids (ten-minute windows, UTC hours) that documents are keyed by. Epoch milliseconds throughout. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A ten-minute window: what one report may carry, and one slot of presence. */
export const WINDOW_MS = 10 * MINUTE_MS;

/** Start of the ten-minute window that holds `atMs`. */
export function windowStart(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS) * WINDOW_MS;
}

/** Start of the UTC hour that holds `atMs`. */
export function hourStart(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}
