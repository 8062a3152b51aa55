/** Floating point makes 99.98 of a sum that is exactly that a little less. */
const TOLERANCE = 1e-6;

/**
 * Rounds down to that many decimals: how percentages of uptime are shown and answered everywhere, so that 100 means all the
 * time.
 */
export function floorTo(value: number, decimals: number): number {
  const step = 10 ** decimals;
  return Math.floor(value * step + TOLERANCE) / step;
}
