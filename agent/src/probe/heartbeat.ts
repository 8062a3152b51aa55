/** How often the program ticks, and how late a tick may be. */
const BEAT_MS = 200;
const LATE_MS = 1_000;

/** Whether the program stood still at some time since then (performance.now()). */
export type StoodStillSince = (sinceMs: number) => boolean;

/**
 * Notices when the program stands still for about a second or longer, its machine's sleep included. What waited
 * meanwhile may have timed out only because of that, and its times are no measurements.
 */
export function startHeartbeat(): StoodStillSince {
  let beat = { atMs: performance.now(), wallMs: Date.now() };
  let wentOnAtMs = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = { atMs: performance.now(), wallMs: Date.now() };
    // The monotonic clock may stand still while the machine sleeps; the wall clock does not.
    const goneMs = Math.max(now.atMs - beat.atMs, now.wallMs - beat.wallMs);
    if (goneMs > BEAT_MS + LATE_MS) wentOnAtMs = now.atMs;
    return now;
  };
  setInterval(() => {
    beat = look();
  }, BEAT_MS).unref();
  return (sinceMs) => {
    look(); // a waiting call may run before the late tick
    return wentOnAtMs >= sinceMs;
  };
}
