import type { Agent } from '../../documents/agent.ts';
import { AGENT } from '../../values/limits.ts';

/** A registration code as its admin has it. */
export type RegistrationCode = { code: string; expiresAtMs: number };

/** How far a device is in joining. */
export type RegistrationStage = 'registered' | 'waiting' | 'expired' | 'without-code';

/**
 * The stage of an agent whose newest known code is `code`. A report from before the code was made is the replaced
 * device's: a listener may show it for a moment longer.
 */
export function registrationStage(
  { registered, lastReportAt }: Pick<Agent, 'registered' | 'lastReportAt'>,
  code: RegistrationCode | null,
  nowMs: number,
): RegistrationStage {
  const madeAtMs = code === null ? Number.NEGATIVE_INFINITY : code.expiresAtMs - AGENT.codeValidMs;
  if (registered && (lastReportAt === null || lastReportAt >= madeAtMs)) return 'registered';
  if (code === null) return 'without-code';
  return nowMs > code.expiresAtMs ? 'expired' : 'waiting';
}
