/** A pause as a monitor or an endpoint has it. `pausedUntilMs`: when it ends by itself, epoch ms; null for by hand only. */
export type Pause = { paused: boolean; pausedUntilMs: number | null };

/** What is checked has this. */
export const NOT_PAUSED: Pause = { paused: false, pausedUntilMs: null };

/** Whether an endpoint is paused: by itself or with its monitor. */
export function isEndpointPaused(monitor: Pick<Pause, 'paused'>, endpoint: Pick<Pause, 'paused'>): boolean {
  return monitor.paused || endpoint.paused;
}

/** Returns when an endpoint is checked again, epoch ms; null if a person has to resume it, or if it is not paused. */
export function endpointResumesAt(monitor: Pause, endpoint: Pause): number | null {
  const ends = [monitor, endpoint].flatMap(({ paused, pausedUntilMs }) => (paused ? [pausedUntilMs] : []));
  const known = ends.filter((end) => end !== null);
  return known.length > 0 && known.length === ends.length ? Math.max(...known) : null;
}
