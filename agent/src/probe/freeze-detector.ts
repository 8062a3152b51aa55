/** How often the timer ticks while checks run, and how late a tick may be. */
const BEAT_MS = 200;
const LATE_MS = 1_000;

/**
 * Starts watching. Returns a function, to be called once, that stops and returns whether the program froze meanwhile.
 */
export type FreezeDetector = () => () => boolean;

/**
 * Detects when the program does not run for about a second or longer, also because its machine sleeps. A check in that
 * time may have timed out only because of that. The timer runs only while a check does, so an idle program stays idle.
 */
export function createFreezeDetector(): FreezeDetector {
  let beat = { atMs: 0, wallMs: 0 };
  let resumedAtMs = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let timer: NodeJS.Timeout | undefined;
  const read = () => ({ atMs: performance.now(), wallMs: Date.now() });
  const measure = () => {
    const now = read();
    // The monotonic clock may stand still while the machine sleeps; the wall clock does not.
    const gapMs = Math.max(now.atMs - beat.atMs, now.wallMs - beat.wallMs);
    if (gapMs > BEAT_MS + LATE_MS) resumedAtMs = now.atMs;
    return now;
  };
  return () => {
    const sinceMs = performance.now();
    watchers += 1;
    if (watchers === 1) {
      beat = read();
      timer = setInterval(() => {
        beat = measure();
      }, BEAT_MS).unref();
    }
    return () => {
      measure(); // a waiting call may run before the late tick
      watchers -= 1;
      if (watchers === 0) clearInterval(timer);
      return resumedAtMs >= sinceMs;
    };
  };
}
