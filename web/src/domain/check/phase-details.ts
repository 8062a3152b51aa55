import type { Checks, PhasesAnswer } from '@farwatch/core/contracts/api/endpoints';
import { type CheckError, checkErrorSchema } from '@farwatch/core/values/check';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import { PHASES, type Phase } from '@farwatch/core/values/phases';

/** A phase of a check and how long it took. */
export type PhaseDetail = {
  phase: Phase;
  ms: number;
  /** Whether the connection or the response broke off in this phase. */
  isWhereItFailed: boolean;
};

const FIELDS: Record<Phase, keyof PhasesAnswer> = {
  dns: 'dnsMs',
  connect: 'connectMs',
  tls: 'tlsMs',
  firstByte: 'firstByteMs',
  body: 'bodyMs',
};

/** Errors about the response or the address; all others happen within a phase. */
const BY_ANSWER: readonly CheckError[] = checkErrorSchema.extract([
  'status',
  'redirects',
  'address',
  'headers',
  'protocol',
  'assertion',
  'slow',
  'encoding',
  'expression',
  'text',
  'startTls',
  'noRecord',
  'records',
  'loss',
  'assertionBudget',
]).options;

/** Lists the phases of a check in chronological order; null if they are unknown. */
export function phaseDetails({
  phases,
  error,
}: Pick<Checks['data'][number], 'phases' | 'error'>): PhaseDetail[] | null {
  return phases && details((phase) => phases[FIELDS[phase]], error);
}

/** Like phaseDetails, for a check in the form in which agents report it. */
export function reportedPhases({ phases, error }: Pick<CheckAnswer, 'phases' | 'error'>): PhaseDetail[] | null {
  return phases ? details((phase) => phases[PHASES.indexOf(phase)] ?? null, error) : null;
}

function details(msOf: (phase: Phase) => number | null, error: CheckError | null): PhaseDetail[] {
  const reached = PHASES.flatMap((phase) => {
    const ms = msOf(phase);
    return ms === null ? [] : [{ phase, ms }];
  });
  const brokeOff = error !== null && !BY_ANSWER.includes(error);
  return reached.map((each, index) => ({ ...each, isWhereItFailed: brokeOff && index === reached.length - 1 }));
}
