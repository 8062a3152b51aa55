import type { Clock } from '../platform/db/clock.ts';

/** A clock that advances only while its caller sleeps. */
export function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  };
}
