import { AGENT } from '../../values/limits.ts';

/**
 * Whether the sweep has stopped: it has not run for five minutes, or never (docs/operations.md, Health). A new project
 * is not healthy before its first sweep, which comes within a minute if the scheduler works.
 */
export function isSweepLate(lastRunAt: number | null, nowMs: number): boolean {
  return lastRunAt === null || nowMs - lastRunAt > AGENT.sweepLateMs;
}
