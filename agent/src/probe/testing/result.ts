import { NO_PHASES } from '../phase-timer.ts';
import { NO_OUTCOME, nothingFound, type ProbeResult } from '../probe.ts';

/** A check's result that took 100 ms, with what it is about. */
export function aResult(about: Partial<ProbeResult>): ProbeResult {
  return { ...NO_OUTCOME, ...nothingFound('https://farwatch.test/'), ms: 100, phases: NO_PHASES, ...about };
}
