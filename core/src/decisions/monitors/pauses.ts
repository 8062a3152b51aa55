import type { MonitorContent } from '../../contracts/api/monitors.ts';
import { isSame } from '../../values/is-same.ts';
import { LIMITS } from '../../values/limits.ts';
import { NOT_PAUSED, type Pause } from '../../values/pause.ts';

/**
 * Returns the content without pauses that have ended, and without an end of what is not paused, so that every save
 * resumes what is due.
 */
export function endPauses(content: MonitorContent, nowMs: number): MonitorContent {
  const endpoints = content.endpoints.map((endpoint) => ({ ...endpoint, ...currentPause(endpoint, nowMs) }));
  return { ...content, ...currentPause(content, nowMs), endpoints };
}

function currentPause({ paused, pausedUntilMs }: Pause, nowMs: number): Pause {
  const isOver = pausedUntilMs !== null && pausedUntilMs <= nowMs;
  return paused && !isOver ? { paused, pausedUntilMs } : NOT_PAUSED;
}

/** Why a pause cannot end then. */
export type PauseProblem = { path: string; message: string };

/**
 * Returns the first new pause that would end in the past or more than a year ahead; null for none. Pauses that the
 * monitor has already may have ended by now. `before` is null for a new monitor.
 */
export function findPauseProblem(
  before: MonitorContent | null,
  desired: MonitorContent,
  nowMs: number,
): PauseProblem | null {
  const known = new Map(before?.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const pauses = [
    { path: 'pausedUntilMs', pause: desired, old: before },
    ...desired.endpoints.map((pause, index) => {
      return { path: `endpoints.${index}.pausedUntilMs`, pause, old: known.get(pause.id) ?? null };
    }),
  ];
  for (const { path, pause, old } of pauses) {
    const message = isSame(old && pauseOf(old), pauseOf(pause)) ? null : pauseEndProblem(pause, nowMs);
    if (message) return { path, message };
  }
  return null;
}

function pauseOf({ paused, pausedUntilMs }: Pause): Pause {
  return { paused, pausedUntilMs };
}

/** Returns why a pause cannot end when it should; null if it can. */
export function pauseEndProblem({ paused, pausedUntilMs }: Pause, nowMs: number): string | null {
  if (!paused || pausedUntilMs === null) return null;
  if (pausedUntilMs <= nowMs) return 'is in the past';
  return pausedUntilMs > nowMs + LIMITS.pauseMs ? 'is more than a year ahead' : null;
}
