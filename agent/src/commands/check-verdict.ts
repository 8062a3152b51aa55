import { checkErrorText } from '@farwatch/core/texts/check-error-text';
import type { ProbeResult } from '../probe/probe.ts';
import { texts } from '../texts/texts.ts';
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
  if (failure !== null) return { verdict: 'unknown', why: texts().problems[failure] };
  if (!seesInternet) return { verdict: 'unknown', why: texts().check.noInternet };
  let state = NO_VERDICT;
  for (const { atMs, endedAtMs, result } of checks) {
    state = confirm(state, { ...result, atMs }, endedAtMs).state;
  }
  const last = checks.at(-1)?.result;
  const statusCode = last?.statusCode ?? null;
  const success = statusCode === null ? texts().check.noFailure : texts().check.statusIs(statusCode);
  const why = checkErrorText(last?.error ?? null, statusCode, texts().checkErrors) ?? success;
  if (last?.error === null && checks.length > 1) {
    return { verdict: 'up', why: texts().check.secondUp(why) };
  }
  return { verdict: state.verdict?.up === false ? 'down' : 'up', why };
}
