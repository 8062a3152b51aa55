import type { Checks, PhasesAnswer } from '@farwatch/core/contracts/api/endpoints';
import { type CheckError, checkErrorSchema } from '@farwatch/core/values/check';
import { PHASES, type Phase } from '@farwatch/core/values/phases';

/** A phase that a check was in, and for how long, ms; `isWhereItFailed`: the connection or the answer broke off in it. */
export type PhaseFact = { phase: Phase; ms: number; isWhereItFailed: boolean };

const FIELDS: Record<Phase, keyof PhasesAnswer> = {
  dns: 'dns_ms',
  connect: 'connect_ms',
  tls: 'tls_ms',
  firstByte: 'first_byte_ms',
  body: 'body_ms',
};

/** Failures for what was answered, or for where it led; all others happen within a phase. */
const BY_ANSWER: readonly CheckError[] = checkErrorSchema.extract([
  'status',
  'redirects',
  'address',
  'headers',
  'protocol',
]).options;

/** The phases of a check in their order; null if they are not known. */
export function phaseDetails({ phases, error }: Pick<Checks['data'][number], 'phases' | 'error'>): PhaseFact[] | null {
  if (!phases) return null;
  const reached = PHASES.flatMap((phase) => {
    const ms = phases[FIELDS[phase]];
    return ms === null ? [] : [{ phase, ms }];
  });
  const brokeOff = error !== null && !BY_ANSWER.includes(error);
  return reached.map((each, index) => ({ ...each, isWhereItFailed: brokeOff && index === reached.length - 1 }));
}
