import type { LocationTrouble, Sweep } from '../documents/sweep.ts';
import { AGENT } from '../limits.ts';

/** `silent`: agents that would be declared lost now; `active`: those that were heard of within five minutes. */
export type Seen = { silent: number; active: number };

/** `isPatient`: silent agents are waited for. `begins`: from now on, so that the admins are to be told. */
export type Patience = { patientUntil: Sweep['patientUntil']; isPatient: boolean; begins: boolean };

/**
 * Whether silent agents are waited for before any is declared lost: after a gap of the sweep's own, when they may not have been
 * able to report, and when most fall silent together, for it is then more likely that Farwatch was away. Five minutes at most,
 * and not again before those that were waited for are back or declared lost.
 */
export function decidePatience(
  { lastRunAt, patientUntil }: Pick<Sweep, 'lastRunAt' | 'patientUntil'>,
  { silent, active }: Seen,
  nowMs: number,
): Patience {
  if (patientUntil !== null) {
    const isOver = nowMs >= patientUntil;
    return { patientUntil: isOver && silent === 0 ? null : patientUntil, isPatient: !isOver, begins: false };
  }
  const wasAway = lastRunAt !== null && nowMs - lastRunAt > AGENT.sweepGapMs;
  const isTogether = silent > 1 && silent > active;
  if (!wasAway && !isTogether) return { patientUntil: null, isPatient: false, begins: false };
  return { patientUntil: nowMs + AGENT.patienceMs, isPatient: true, begins: silent > 0 };
}

/** A location's trouble after another look, and whether it is time to tell the admins: once, when it has lasted ten minutes. */
export function followTrouble(
  before: LocationTrouble | undefined,
  kind: LocationTrouble['kind'] | null,
  nowMs: number,
): { trouble: LocationTrouble | null; isToTell: boolean } {
  if (kind === null) return { trouble: null, isToTell: false };
  const since = before?.since ?? nowMs;
  const wasTold = before?.kind === kind && before.told;
  const isToTell = !wasTold && nowMs - since >= AGENT.tellAfterMs;
  return { trouble: { kind, since, told: wasTold || isToTell }, isToTell };
}
