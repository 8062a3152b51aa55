import type { LocationProblem, Sweep } from '../../documents/sweep.ts';
import { AGENT } from '../../values/limits.ts';

/**
 * Agent counts. `silent`: those that would be declared lost now; `missedReport`: those that missed a report, including
 * the silent; `active`: the rest.
 */
export type AgentCounts = { silent: number; missedReport: number; active: number };

/**
 * `isInGrace`: silent agents are not declared lost. `isStarting`: the period starts now, so the admins are notified.
 */
type GracePeriod = Pick<Sweep, 'graceSince' | 'graceUntil'> & { isInGrace: boolean; isStarting: boolean };

/**
 * The grace period before silent agents are declared lost (docs/assignments.md, Loss): after a gap between sweeps,
 * and when most agents fall silent together, since Farwatch itself was probably down. It takes five minutes, or up to
 * half an hour over several gaps, and does not start again until those agents are back or lost.
 */
export function decideGracePeriod(
  { lastRunAt, graceSince, graceUntil }: Pick<Sweep, 'lastRunAt' | 'graceSince' | 'graceUntil'>,
  { silent, missedReport, active }: AgentCounts,
  nowMs: number,
): GracePeriod {
  const isAfterGap = lastRunAt !== null && nowMs - lastRunAt > AGENT.sweepGapMs;
  const isTogether = silent > 0 && missedReport > 1 && missedReport > active && graceUntil === null;
  const isUsedUp = graceSince !== null && nowMs - graceSince >= AGENT.gracePeriodMaxMs;
  if ((isAfterGap && !isUsedUp) || isTogether) {
    const isStarting = graceSince === null && silent > 0;
    return { graceSince: graceSince ?? nowMs, graceUntil: nowMs + AGENT.gracePeriodMs, isInGrace: true, isStarting };
  }
  const isInGrace = graceUntil !== null && nowMs < graceUntil;
  if (isInGrace) return { graceSince, graceUntil, isInGrace, isStarting: false };
  return { graceSince: null, graceUntil: silent === 0 ? null : graceUntil, isInGrace, isStarting: false };
}

/** Returns a location's problem after a sweep, and whether to notify the admins: once, after ten minutes. */
export function trackLocationProblem(
  before: LocationProblem | undefined,
  kind: LocationProblem['kind'] | null,
  nowMs: number,
): { problem: LocationProblem | null; shouldNotify: boolean } {
  if (kind === null) return { problem: null, shouldNotify: false };
  const since = before?.since ?? nowMs;
  const wasNotified = before?.kind === kind && before.notified;
  const shouldNotify = !wasNotified && nowMs - since >= AGENT.notifyAfterMs;
  return { problem: { kind, since, notified: wasNotified || shouldNotify }, shouldNotify };
}
