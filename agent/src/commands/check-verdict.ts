import { errorMessage } from '@farwatch/core/texts/check-error-text';
import type { ProbeResult } from '../probe/probe.ts';
import { PROBLEM_TEXTS } from '../run/event-log.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';

/** A check as it was made; times in epoch ms. */
export type OneCheck = { atMs: number; endedAtMs: number; result: ProbeResult };

/** The agent's verdict on a URL, and its reason as a short text. */
export type CheckVerdict = { verdict: 'up' | 'down' | 'unknown'; why: string };

/**
 * Returns the agent's verdict after these checks of an unknown URL (docs/agent.md, Verdict), which is unknown with a
 * local failure or without an internet connection.
 */
export function verdictOf(checks: readonly OneCheck[], seesInternet: boolean): CheckVerdict {
  const failure = checks.find(({ result }) => result.localFailure !== null)?.result.localFailure ?? null;
  if (failure !== null) return { verdict: 'unknown', why: PROBLEM_TEXTS[failure] };
  if (!seesInternet) return { verdict: 'unknown', why: 'no internet connection: no reference site answers' };
  let state = NO_VERDICT;
  for (const { atMs, endedAtMs, result } of checks) {
    state = confirm(state, { ...result, atMs }, endedAtMs).state;
  }
  const last = checks.at(-1)?.result;
  const statusCode = last?.statusCode ?? null;
  const success = statusCode === null ? 'no failure' : `status ${statusCode}`;
  const why = errorMessage(last?.error ?? null, statusCode) ?? success;
  if (last?.error === null && checks.length > 1) {
    return { verdict: 'up', why: `The first check failed, the second succeeded: ${why}` };
  }
  return { verdict: state.verdict?.up === false ? 'down' : 'up', why };
}
