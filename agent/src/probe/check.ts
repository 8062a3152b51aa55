import { type CheckOptions, maxResponseOf, optionsForUrl, timeoutOf } from '@farwatch/core/values/check-options';
import { checkTypeOf } from '@farwatch/core/values/url';
import type { CheckNetwork } from '../network/network.ts';
import { Deadline } from './deadline.ts';
import { createFreezeDetector } from './freeze-detector.ts';
import type { AnswerToEvaluate, Evaluation } from './http/evaluate-answer.ts';
import { NO_PHASES, PhaseTimer } from './phase-timer.ts';
import {
  type Findings,
  NO_OUTCOME,
  nothingFound,
  type Outcome,
  type Probe,
  type ProbeContext,
  type ProbeResult,
} from './probe.ts';
import { PROBES } from './table.ts';
import { textFound } from './text-found.ts';
import { userAgentOf } from './user-agent.ts';

/** The server runs the other types. */
const PROBES_BY_TYPE: Partial<Record<string, Probe>> = PROBES;

/**
 * Hooks of a check. `onName` gets each name's resolution, during which the check costs almost nothing. `beforeRedirect`
 * ends when a redirect may be followed there.
 */
export type CheckHooks = { onName: (resolved: Promise<void>) => void; beforeRedirect: (url: URL) => Promise<void> };

/**
 * What to check. `unsupported`: it has options that this version does not know. `ownerId`: whose processor time its
 * assertions take; all checks without one count as those of one owner.
 */
export type CheckTarget = { url: string; check: CheckOptions | 'unsupported' | null; ownerId?: string };

/** Checks a URL once, as its check type does, within its timeout; `signal` ends it early. Never rejects. */
export type RunCheck = (target: CheckTarget, signal: AbortSignal, hooks?: CheckHooks) => Promise<ProbeResult>;

/** Evaluates the assertions about an answer for an owner; after the signal is aborted, its outcome does not matter. */
export type Evaluate = (answer: AnswerToEvaluate, ownerId: string, signal: AbortSignal) => Promise<Evaluation>;

/** What most programs have no need for is loaded by its first use. */
const evaluateHere: Evaluate = async (answer) => {
  const { evaluateAnswer } = await import('./http/evaluate-answer.ts');
  return { evaluated: evaluateAnswer(answer) };
};

/**
 * Returns the function that runs checks over this network. It times them, and gives each probe its connections.
 * `evaluate`: evaluates assertions elsewhere than in this thread, which a program that checks for several owners needs.
 */
export function createRunCheck(
  network: CheckNetwork,
  userAgent: string = userAgentOf(null),
  evaluate: Evaluate = evaluateHere,
): RunCheck {
  const watchFreezes = createFreezeDetector();
  return async ({ url, check, ownerId = '' }, signal, hooks) => {
    if (check === 'unsupported' || optionsForUrl(url, check) !== check)
      return { ...unsupported(url), ms: 0, phases: NO_PHASES };
    const hasFrozen = watchFreezes();
    const deadline = new Deadline(timeoutOf(check), signal);
    const phases = new PhaseTimer();
    const observer = {
      onPhase: (phase: Parameters<PhaseTimer['begin']>[0]) => phases.begin(phase),
      onName: (resolved: Promise<void>) => hooks?.onName(resolved),
    };
    const untimed = async <T>(work: Promise<T>) => {
      deadline.pause();
      const done = await work;
      deadline.resume();
      return done;
    };
    const outcome = await runProbe(url, {
      check,
      userAgent,
      network: network.observedBy(observer),
      signal: deadline.signal,
      phases,
      beforeRedirect: async (next) => {
        if (hooks) await untimed(hooks.beforeRedirect(next));
      },
      evaluate: (answer) => untimed(evaluate(answer, ownerId, signal)),
    });
    const localFailure = hasFrozen() ? 'frozen' : outcome.localFailure;
    const wholeMs = deadline.end();
    const ms = Math.round(outcome.isTimedByPhases ? phases.sum() : wholeMs);
    const isSlow = outcome.error === null && ms > maxResponseOf(check);
    return { ...outcome, error: isSlow ? 'slow' : outcome.error, localFailure, ms, phases: phases.end() };
  };
}

async function runProbe(url: string, context: ProbeContext): Promise<Outcome & Findings> {
  const type = checkTypeOf(url);
  const probe = type === null ? undefined : PROBES_BY_TYPE[type];
  if (probe === undefined) return unsupported(url);
  try {
    return { ...NO_OUTCOME, ...nothingFound(url), ...(await probe(url, context)) };
  } catch (error) {
    context.phases.end();
    const { peer, reply, ...failure } = await context.network.explain(error as Error);
    return { ...NO_OUTCOME, ...textFound(url, peer, reply), ...failure };
  }
}

function unsupported(url: string): Outcome & Findings {
  return { ...NO_OUTCOME, ...nothingFound(url), error: 'protocol', localFailure: 'unsupported' };
}
