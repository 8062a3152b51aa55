import { NO_PHASES } from '../phase-timer.ts';
import { NO_OUTCOME, type ProbeResult } from '../probe.ts';

/** A check's result that took 100 ms, with what it is about. */
export function aResult(about: Partial<ProbeResult>): ProbeResult {
  const received = {
    ...{ url: 'https://a.farwatch.test/', address: '192.0.2.1', headers: [], body: '', isCut: false },
    ...{ certificate: null, failedAssertions: [] },
  };
  return {
    ...NO_OUTCOME,
    ms: 100,
    phases: NO_PHASES,
    received: () => received,
    certificate: () => null,
    ...about,
  };
}
