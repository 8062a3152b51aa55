import type { LocationTrouble, Sweep } from '../documents/sweep.ts';
import { AGENT } from '../limits.ts';

/** `silent`: agents that would be declared lost now; `quiet`: those that missed a report, the silent included; `active`: the others. */
export type Seen = { silent: number; quiet: number; active: number };

/** `isPatient`: silent agents are waited for. `begins`: from now on, so that the admins are to be told. */
export type Patience = Pick<Sweep, 'patientSince' | 'patientUntil'> & { isPatient: boolean; begins: boolean };

/**
 * Whether silent agents are waited for before any is declared lost: after a gap of the sweep's own, when they may not have been
 * able to report, and when most fall silent together, for it is then more likely that Farwatch was away. Five minutes, and not
 * again before those that were waited for are back or declared lost; after another gap anew, for half an hour in all at most.
 */
export function decidePatience(
  { lastRunAt, patientSince, patientUntil }: Pick<Sweep, 'lastRunAt' | 'patientSince' | 'patientUntil'>,
  { silent, quiet, active }: Seen,
  nowMs: number,
): Patience {
  const wasAway = lastRunAt !== null && nowMs - lastRunAt > AGENT.sweepGapMs;
  const isTogether = silent > 0 && quiet > 1 && quiet > active && patientUntil === null;
  const isLong = patientSince !== null && nowMs - patientSince >= AGENT.patienceAtMostMs;
  if ((wasAway && !isLong) || isTogether) {
    const begins = patientSince === null && silent > 0;
    return { patientSince: patientSince ?? nowMs, patientUntil: nowMs + AGENT.patienceMs, isPatient: true, begins };
  }
  const isPatient = patientUntil !== null && nowMs < patientUntil;
  if (isPatient) return { patientSince, patientUntil, isPatient, begins: false };
  return { patientSince: null, patientUntil: silent === 0 ? null : patientUntil, isPatient, begins: false };
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
