import { NO_PHASES } from '../phase-timer.ts';
import { NO_OUTCOME, type ProbeResult } from '../probe.ts';

const RECEIVED = {
  url: '',
  address: null,
  headers: [],
  body: '',
  isCut: false,
  certificate: null,
  failedAssertions: [],
};

/** A check's result that took 100 ms, with what it is about. */
export function aResult(about: Partial<ProbeResult>): ProbeResult {
  return { ...NO_OUTCOME, ms: 100, phases: NO_PHASES, received: () => RECEIVED, ...about };
}
