import { createClock } from '../clock.ts';

/** A clock over this machine's own, whose wall clock is off by so much and can be set, and which can seem to sleep. */
export function startMachine(wallOffMs = 0) {
  let [setMs, sleptMs] = [wallOffMs, 0];
  const clock = createClock(
    () => performance.now(),
    () => Date.now() + sleptMs + setMs,
    () => performance.now() + 1_000 + sleptMs,
    'boot1',
  );
  return {
    clock,
    sleep: (ms: number) => {
      sleptMs += ms;
    },
    set: (byMs: number) => {
      setMs += byMs;
    },
    /** The server answers, with the right time. */
    sync: () => clock.learn(Date.now() + sleptMs, clock.elapsed()),
    /** The right time. */
    truth: () => Date.now() + sleptMs,
  };
}
