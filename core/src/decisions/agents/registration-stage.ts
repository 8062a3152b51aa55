import type { Agent } from '../../documents/agent.ts';
import { AGENT } from '../../values/limits.ts';

/** A registration code as its admin sees it. */
export type RegistrationCode = { code: string; expiresAtMs: number };

/** How far the registration of a device is. */
export type RegistrationStage = 'registered' | 'waiting' | 'expired' | 'no-code';

/**
 * Returns the stage of an agent whose newest known code is `code`. A report from before the code was made is from the
 * replaced device; a listener may show it for a short time.
 */
export function registrationStage(
  { registered, lastReportAt }: Pick<Agent, 'registered' | 'lastReportAt'>,
  code: RegistrationCode | null,
  nowMs: number,
): RegistrationStage {
  const madeAtMs = code === null ? Number.NEGATIVE_INFINITY : code.expiresAtMs - AGENT.codeValidMs;
  if (registered && (lastReportAt === null || lastReportAt >= madeAtMs)) return 'registered';
  if (code === null) return 'no-code';
  return nowMs > code.expiresAtMs ? 'expired' : 'waiting';
}
