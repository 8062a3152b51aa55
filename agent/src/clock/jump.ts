import { SECOND_MS } from '@farwatch/core/time';

/** What three clocks say at one moment, in ms: that of this process, that of the wall, and the time since the machine started. */
export type Readings = { monotonicMs: number; wallMs: number; uptimeMs: number };

/** For how long the machine slept between two readings, and by how much its wall clock was set besides; 0 for not at all. */
export type Jump = { sleptMs: number; setMs: number };

/** Two readings of an uptime in whole seconds are off by up to 2 s together. */
const SLEEP_MS = 3 * SECOND_MS;
const SET_MS = 5 * SECOND_MS;

/**
 * Tells sleep from a clock that was set: the process's clock stands still while the machine sleeps and its uptime goes on.
 * In a container the uptime may be another machine's all at once: where the wall clock knows of no time, none was slept.
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
