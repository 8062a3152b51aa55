import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { checkTypeOf } from '@farwatch/core/values/url';
import type { CheckNetwork } from '../network/network.ts';
import { Deadline } from './deadline.ts';
import { createFreezeDetector } from './freeze-detector.ts';
import { PhaseTimer } from './phase-timer.ts';
import { NO_OUTCOME, type Outcome, type Probe, type ProbeContext, type ProbeResult } from './probe.ts';
import { PROBES } from './table.ts';

const CHECK_MS = 10_000;
/** The server runs the other types. */
const PROBES_BY_TYPE: Partial<Record<string, Probe>> = PROBES;

/**
 * Hooks of a check. `onName` gets each name's resolution, during which the check costs almost nothing. `beforeRedirect`
 * ends when a redirect may be followed there.
 */
export type CheckHooks = { onName: (resolved: Promise<void>) => void; beforeRedirect: (url: URL) => Promise<void> };

/** What to check; `check` is null for a plain GET, and `unsupported` for one with unknown options. */
export type CheckTarget = { url: string; check: HttpCheck | 'unsupported' | null };

/** Checks a target once, as its check type does, within 10 s; `signal` ends it early. Never rejects. */
export type RunCheck = (target: CheckTarget, signal: AbortSignal, hooks?: CheckHooks) => Promise<ProbeResult>;

/** Returns the function that runs checks over this network. It times them, and gives each probe its connections. */
export function createRunCheck(network: CheckNetwork): RunCheck {
  const watchFreezes = createFreezeDetector();
  return async ({ url, check }, signal, hooks) => {
    const hasFrozen = watchFreezes();
    const deadline = new Deadline(CHECK_MS, signal);
    const phases = new PhaseTimer();
    const observer = {
      onPhase: (phase: Parameters<PhaseTimer['begin']>[0]) => phases.begin(phase),
      onName: (resolved: Promise<void>) => hooks?.onName(resolved),
    };
    const outcome = await runProbe(check === null ? url : '', {
      network: network.observedBy(observer),
      signal: deadline.signal,
      phases,
      beforeRedirect: async (next) => {
        deadline.pause();
        await hooks?.beforeRedirect(next);
        deadline.resume();
      },
    });
    const localFailure = hasFrozen() ? 'frozen' : outcome.localFailure;
    const nothing = {
      url,
      address: null,
      headers: [],
      body: '',
      isCut: false,
      certificate: null,
      failedAssertions: [],
    };
    const seen = { received: () => nothing, certificate: () => null };
    return { ...outcome, ...seen, localFailure, ms: Math.round(deadline.end()), phases: phases.end() };
  };
}

async function runProbe(url: string, context: ProbeContext): Promise<Outcome> {
  const type = checkTypeOf(url);
  const probe = type === null ? undefined : PROBES_BY_TYPE[type];
  if (probe === undefined) return { ...NO_OUTCOME, error: 'protocol', localFailure: 'unsupported' };
  try {
    return { ...NO_OUTCOME, ...(await probe(url, context)) };
  } catch (error) {
    context.phases.end();
    return { ...NO_OUTCOME, ...(await context.network.explain(error as Error)) };
  }
}
