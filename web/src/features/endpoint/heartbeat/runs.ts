import type { Ping } from '@farwatch/core/documents/heartbeat';

/** A finished run of a job whose start is known. */
export type Run = {
  /** The number of the ping that ended the run. */
  number: number;
  /** When that ping arrived, epoch ms. */
  at: number;
  durationMs: number;
  isFailure: boolean;
};

/** The runs among pings, the oldest first. */
export function runsOf(pings: readonly Ping[]): Run[] {
  return pings.flatMap(({ number, at, kind, durationMs }) =>
    durationMs === null ? [] : [{ number, at, durationMs, isFailure: kind === 'fail' }],
  );
}

/** Run times in ms: of the last run, the median, and the longest; null without runs. */
export function runTimes(runs: readonly Run[]): { lastMs: number; medianMs: number; longestMs: number } | null {
  const sorted = runs.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const [last, longestMs] = [runs.at(-1), sorted.at(-1)];
  if (!last || longestMs === undefined) return null;
  const half = (sorted.length - 1) / 2;
  const medianMs = ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
  return { lastMs: last.durationMs, medianMs, longestMs };
}
