import { SECOND_MS } from '@farwatch/core/values/time';

/** Three clocks at one time, in ms: this process's, the wall clock, and the time since the machine started. */
export type Readings = { monotonicMs: number; wallMs: number; uptimeMs: number };

/** How long the machine slept between two readings, and by how much its wall clock was set, 0 if it did not. */
export type Jump = { sleptMs: number; setMs: number };

/** Two readings of an uptime in whole seconds are off by up to 2 s together. */
const SLEEP_MS = 3 * SECOND_MS;
const SET_MS = 5 * SECOND_MS;

/**
 * Whether there may have been a jump, by the two clocks that cost nothing to read: without a jump, the wall clock
 * advanced as this process's did. The uptime is read from a file.
 */
export function mayHaveJumped(before: Readings, { monotonicMs, wallMs }: Omit<Readings, 'uptimeMs'>): boolean {
  return Math.abs(wallMs - before.wallMs - (monotonicMs - before.monotonicMs)) >= SLEEP_MS;
}

/**
 * Distinguishes sleep from a clock that was set: during sleep the process's clock stops and the uptime goes on.
 * In a container the uptime may suddenly be another machine's: if the wall clock did not move, there was no sleep.
 */
export function jumpBetween(before: Readings, after: Readings): Jump {
  const awakeMs = after.monotonicMs - before.monotonicMs;
  const asleepMs = after.uptimeMs - before.uptimeMs - awakeMs;
  const wallAheadMs = after.wallMs - before.wallMs - awakeMs;
  const hasSlept = asleepMs >= SLEEP_MS && Math.abs(wallAheadMs) >= SLEEP_MS;
  const sleptMs = hasSlept ? Math.round(asleepMs) : 0;
  const setMs = Math.round(wallAheadMs) - sleptMs;
  return { sleptMs, setMs: Math.abs(setMs) >= SET_MS ? setMs : 0 };
}
