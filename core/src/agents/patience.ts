import type { LocationTrouble, Sweep } from '../documents/sweep.ts';
import { AGENT } from '../limits.ts';

/**
 * `silent`: agents that would be declared lost now; `quiet`: those that missed a report, the silent included; `active`:
 * the rest.
 */
export type Seen = { silent: number; quiet: number; active: number };

/** `isPatient`: the sweep waits for silent agents. `begins`: it starts waiting now, so the admins are told. */
type Patience = Pick<Sweep, 'patientSince' | 'patientUntil'> & { isPatient: boolean; begins: boolean };

/**
 * Whether the sweep waits before it declares silent agents lost (docs/architecture.md, Planning): after a gap of its
 * own, and when most fall silent together, since Farwatch itself was probably away. Five minutes, not again before
 * those agents are back or lost; half an hour at most over several gaps.
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

/**
 * A location's trouble after another look, and whether to tell the admins now: once, when it has lasted ten minutes.
 */
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
