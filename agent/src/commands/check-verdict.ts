import { errorMessage } from '@farwatch/core/checks/check-error-text';
import type { ProbeResult } from '../probe/probe.ts';
import { TROUBLES } from '../run/event-log.ts';
import { confirm, NO_VERDICT } from '../verdict/confirm.ts';

/** A check as it was made; times in epoch ms. */
export type OneCheck = { atMs: number; endedAtMs: number; result: ProbeResult };

/** What the agent would think of a URL, and why, in a few words. */
export type CheckVerdict = { verdict: 'up' | 'down' | 'unknown'; why: string };

/**
 * What the agent would think after these checks of a URL that it knows nothing of (docs/architecture.md, Verdict). With
 * a local failure, or while the internet is not seen, it thinks nothing.
 */
export function verdictOf(checks: readonly OneCheck[], seesInternet: boolean): CheckVerdict {
  const failure = checks.find(({ result }) => result.localFailure !== null)?.result.localFailure ?? null;
  if (failure !== null) return { verdict: 'unknown', why: TROUBLES[failure] };
  if (!seesInternet) return { verdict: 'unknown', why: 'the internet is not seen: no reference site answers' };
  let state = NO_VERDICT;
  for (const { atMs, endedAtMs, result } of checks) {
    state = confirm(state, { ...result, atMs }, endedAtMs).state;
  }
  const last = checks.at(-1)?.result;
  const statusCode = last?.statusCode ?? null;
  const success = statusCode === null ? 'no failure' : `status ${statusCode}`;
  const why = errorMessage(last?.error ?? null, statusCode) ?? success;
  if (last?.error === null && checks.length > 1) {
    return { verdict: 'up', why: `The first check failed, the second did not: ${why}` };
  }
  return { verdict: state.verdict?.up === false ? 'down' : 'up', why };
}
