import type { Clock } from '../alerts/wait-for-rechecks.ts';

/** A clock that begins then and moves on only by being slept on. */
export function virtualClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  };
}
