import type { LocationError, Sweep } from '../../documents/sweep.ts';
import { AGENT } from '../../values/limits.ts';

/**
 * `silent`: agents that would be declared lost now; `quiet`: those that missed a report, the silent included; `active`:
 * the rest.
 */
export type Seen = { silent: number; quiet: number; active: number };

/** `isInGrace`: silent agents are not declared lost. `begins`: the period begins now, so the admins are notified. */
type GracePeriod = Pick<Sweep, 'graceSince' | 'graceUntil'> & { isInGrace: boolean; begins: boolean };

/**
 * The grace period before silent agents are declared lost (docs/architecture.md, Planning): after a gap between sweeps,
 * and when most agents fall silent together, since Farwatch itself was probably down. It lasts five minutes, and half an
 * hour at most over several gaps. It does not begin again before those agents are back or lost.
 */
export function decideGracePeriod(
  { lastRunAt, graceSince, graceUntil }: Pick<Sweep, 'lastRunAt' | 'graceSince' | 'graceUntil'>,
  { silent, quiet, active }: Seen,
  nowMs: number,
): GracePeriod {
  const isAfterGap = lastRunAt !== null && nowMs - lastRunAt > AGENT.sweepGapMs;
  const isTogether = silent > 0 && quiet > 1 && quiet > active && graceUntil === null;
  const isUsedUp = graceSince !== null && nowMs - graceSince >= AGENT.gracePeriodMaxMs;
  if ((isAfterGap && !isUsedUp) || isTogether) {
    const begins = graceSince === null && silent > 0;
    return { graceSince: graceSince ?? nowMs, graceUntil: nowMs + AGENT.gracePeriodMs, isInGrace: true, begins };
  }
  const isInGrace = graceUntil !== null && nowMs < graceUntil;
  if (isInGrace) return { graceSince, graceUntil, isInGrace, begins: false };
  return { graceSince: null, graceUntil: silent === 0 ? null : graceUntil, isInGrace, begins: false };
}

/** A location's error after another look, and whether to notify the admins: once, when it has lasted ten minutes. */
export function trackLocationError(
  before: LocationError | undefined,
  kind: LocationError['kind'] | null,
  nowMs: number,
): { error: LocationError | null; shouldNotify: boolean } {
  if (kind === null) return { error: null, shouldNotify: false };
  const since = before?.since ?? nowMs;
  const wasNotified = before?.kind === kind && before.notified;
  const shouldNotify = !wasNotified && nowMs - since >= AGENT.notifyAfterMs;
  return { error: { kind, since, notified: wasNotified || shouldNotify }, shouldNotify };
}
