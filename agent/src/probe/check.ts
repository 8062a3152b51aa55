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

const NOTHING = { address: null, headers: [], body: '', isCut: false, certificate: null, failedAssertions: [] };

/** What to check: a URL, and how. */
export type CheckTarget = { url: string; check: HttpCheck | 'unsupported' | null };

/** Checks a URL once, as its check type does, within 10 s; `signal` ends it early. Never rejects. */
export type RunCheck = (target: CheckTarget | string, signal: AbortSignal, hooks?: CheckHooks) => Promise<ProbeResult>;

/** Returns the function that runs checks over this network. It times them, and gives each probe its connections. */
export function createRunCheck(network: CheckNetwork): RunCheck {
  const watchFreezes = createFreezeDetector();
  return async (target, signal, hooks) => {
    const { url, check } = typeof target === 'string' ? { url: target, check: null } : target;
    const hasFrozen = watchFreezes();
    const deadline = new Deadline(CHECK_MS, signal);
    const phases = new PhaseTimer();
    const observer = {
      onPhase: (phase: Parameters<PhaseTimer['begin']>[0]) => phases.begin(phase),
      onName: (resolved: Promise<void>) => hooks?.onName(resolved),
    };
    const outcome = await runProbe(
      { url, check },
      {
        network: network.observedBy(observer),
        signal: deadline.signal,
        phases,
        beforeRedirect: async (next) => {
          deadline.pause();
          await hooks?.beforeRedirect(next);
          deadline.resume();
        },
      },
    );
    const localFailure = hasFrozen() ? 'frozen' : outcome.localFailure;
    return {
      ...outcome,
      localFailure,
      ms: Math.round(deadline.end()),
      phases: phases.end(),
      received: () => ({ ...NOTHING, url }),
    };
  };
}

async function runProbe({ url, check }: CheckTarget, context: ProbeContext): Promise<Outcome> {
  const type = checkTypeOf(url);
  const probe = type === null ? undefined : PROBES_BY_TYPE[type];
  if (probe === undefined || check !== null) return { ...NO_OUTCOME, error: 'protocol', localFailure: 'unsupported' };
  try {
    return { ...NO_OUTCOME, ...(await probe(url, context)) };
  } catch (error) {
    context.phases.end();
    return { ...NO_OUTCOME, ...(await context.network.explain(error as Error)) };
  }
}
