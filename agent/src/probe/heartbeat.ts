/** How often the program ticks while checks run, and how late a tick may be. */
const BEAT_MS = 200;
const LATE_MS = 1_000;

/** Begins to watch; the returned function ends that and says whether the program stood still meanwhile. Call it once. */
export type Heartbeat = () => () => boolean;

/**
 * Notices when the program stands still for about a second or longer, its machine's sleep included. What waited
 * meanwhile may have timed out only because of that, and its times are no measurements. It only ticks while someone
 * watches, so that an idle program is not woken.
 */
export function createHeartbeat(): Heartbeat {
  let beat = { atMs: 0, wallMs: 0 };
  let wentOnAtMs = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let timer: NodeJS.Timeout | undefined;
  const read = () => ({ atMs: performance.now(), wallMs: Date.now() });
  const look = () => {
    const now = read();
    // The monotonic clock may stand still while the machine sleeps; the wall clock does not.
    const goneMs = Math.max(now.atMs - beat.atMs, now.wallMs - beat.wallMs);
    if (goneMs > BEAT_MS + LATE_MS) wentOnAtMs = now.atMs;
    return now;
  };
  return () => {
    const sinceMs = performance.now();
    watchers += 1;
    if (watchers === 1) {
      beat = read();
      timer = setInterval(() => {
        beat = look();
      }, BEAT_MS).unref();
    }
    return () => {
      look(); // a waiting call may run before the late tick
      watchers -= 1;
      if (watchers === 0) clearInterval(timer);
      return wentOnAtMs >= sinceMs;
    };
  };
}
