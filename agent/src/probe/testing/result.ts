import { type ProbeResult, unanswered } from '../result.ts';

/** A check's result that took 100 ms, with what it is about. */
export function aResult(about: Partial<ProbeResult>): ProbeResult {
  const { isProof, statusCode, error, localFailure, certificateEndsAtMs, phases } = unanswered(null);
  return { ms: 100, isProof, statusCode, error, localFailure, certificateEndsAtMs, phases, ...about };
}
