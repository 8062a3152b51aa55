import type { Verdict } from '@farwatch/core/documents/verdict-change';
import { certificateWarningMs } from '@farwatch/core/values/certificate';
import { type CheckError, mayBeLoss } from '@farwatch/core/values/check';
import type { Slowness } from '@farwatch/core/values/slow';
import { SECOND_MS } from '@farwatch/core/values/time';

/** How long after a check that contradicts the verdict a second check confirms the change. */
export const CONFIRM_AFTER_MS = 2 * SECOND_MS;

/** The finding of one check. Times in epoch ms. `certificateStartsAtMs`: of the one that ends then, if it is known. */
export type Finding = {
  atMs: number;
  statusCode: number | null;
  error: CheckError | null;
  certificateEndsAtMs: number | null;
  certificateStartsAtMs?: number | null;
  /** How long the check took, and above which time it is slow; null or nothing for never. */
  ms?: number;
  slowMs?: number | null;
};

/**
 * An endpoint's confirmed verdict, and since when checks contradict it or, before any verdict, fail (epoch ms). `streak`: the
 * last successful checks in a row that were all slow, or all not; failed ones between them do not count.
 */
export type VerdictState = { verdict: Verdict | null; unconfirmedSince: number | null; streak?: Streak | null };
type Streak = { isSlow: boolean; count: number; since: number };

/** So many checks in a row make an endpoint slow, and so many end that. */
const SLOW_CHECKS = 3;

/**
 * `recheckAt`: when a change needs its second check; null for none. `confirmed`: the verdict that this check confirmed.
 */
export type Confirmation = { state: VerdictState; recheckAt: number | null; confirmed: 'up' | 'down' | null };

export const NO_VERDICT: VerdictState = { verdict: null, unconfirmedSince: null };

/**
 * Takes in one finding (docs/agent.md, Verdict): two failures 2 s apart make an endpoint down, two successes 2 s
 * apart make it up again; the very first success counts at once. `nowMs` is when the check ended. `confirmedElsewhere`: another
 * location has confirmed the failure, so that one here counts at once, unless lost packets may have caused it. Three slow checks
 * in a row make a verdict slow, and three others end that.
 */
export function confirm(
  state: VerdictState,
  finding: Finding,
  nowMs: number,
  confirmedElsewhere = false,
): Confirmation {
  const { verdict, unconfirmedSince } = state;
  const up = finding.error === null;
  const streak = streakAfter(state.streak ?? null, finding);
  const slow = slowAfter(verdict, streak, finding);
  if (verdict?.up === up) return conclude({ ...refreshed(verdict, finding, nowMs), ...slow }, streak, null);
  const isAlone = finding.error === null ? verdict === null : confirmedElsewhere && !mayBeLoss(finding.error);
  const isConfirmed = unconfirmedSince !== null || isAlone;
  if (!isConfirmed) {
    return {
      state: { verdict: verdict && { ...withoutSlow(verdict), ...slow }, unconfirmedSince: finding.atMs, streak },
      recheckAt: nowMs + CONFIRM_AFTER_MS,
      confirmed: null,
    };
  }
  const since = verdict === null && up ? finding.atMs : (unconfirmedSince ?? finding.atMs);
  return conclude({ ...newVerdict(finding, since, verdict, nowMs), ...slow }, up ? streak : null, up ? 'up' : 'down');
}

/** The same state without its unconfirmed change: results without connectivity do not count. */
export function dropUnconfirmed({ verdict, streak = null }: VerdictState): VerdictState {
  return { verdict, unconfirmedSince: null, streak };
}

function conclude(verdict: Verdict, streak: Streak | null, confirmed: Confirmation['confirmed']): Confirmation {
  return { state: { verdict, unconfirmedSince: null, streak }, recheckAt: null, confirmed };
}

function newVerdict(finding: Finding, since: number, before: Verdict | null, nowMs: number): Verdict {
  const { statusCode, error } = finding;
  return { up: error === null, since, statusCode, error, ...certificate(finding, before, nowMs) };
}

/** Status and error stay those of the confirming check; the certificate's end is the newest. */
function refreshed(verdict: Verdict, finding: Finding, nowMs: number): Verdict {
  const { up, since, statusCode, error } = verdict;
  return { up, since, statusCode, error, ...certificate(finding, verdict, nowMs) };
}

/** What is known with another limit: nothing, until there are enough checks. */
export function forgetSlow(state: VerdictState, slowMs: number | null): VerdictState {
  const verdict = state.verdict && { ...withoutSlow(state.verdict), ...(slowMs !== null && { slow: null }) };
  return { ...state, verdict, streak: null };
}

function withoutSlow({ slow: _, ...verdict }: Verdict): Verdict {
  return verdict;
}

function streakAfter(before: Streak | null, { error, atMs, ms = 0, slowMs = null }: Finding): Streak | null {
  if (slowMs === null) return null;
  if (error !== null) return before;
  const isSlow = ms > slowMs;
  return before?.isSlow === isSlow ? { ...before, count: before.count + 1 } : { isSlow, count: 1, since: atMs };
}

/** The time that a slow verdict names is that of the check that made it slow. */
function slowAfter(
  verdict: Verdict | null,
  streak: Streak | null,
  { ms = 0, slowMs = null, error }: Finding,
): { slow?: Slowness | null } {
  if (slowMs === null) return {};
  const known = verdict === null ? null : verdict.slow;
  const hasEnoughChecks = error === null && streak !== null && streak.count >= SLOW_CHECKS;
  if (!hasEnoughChecks) return known === undefined ? {} : { slow: known };
  return streak.isSlow ? { slow: known ?? { since: streak.since, ms } } : {};
}

/** The certificate's end, once it is warned of. A failed check that saw no certificate leaves what was known of it. */
function certificate(finding: Finding, before: Verdict | null, nowMs: number): Pick<Verdict, 'certificateEndsAt'> {
  const unseen = finding.error !== null && finding.certificateEndsAtMs === null;
  if (unseen) return before?.certificateEndsAt === undefined ? {} : { certificateEndsAt: before.certificateEndsAt };
  const { certificateStartsAtMs: startsAt = null, certificateEndsAtMs: endsAt } = finding;
  const isSoon = endsAt !== null && endsAt - nowMs <= certificateWarningMs(startsAt, endsAt);
  return isSoon ? { certificateEndsAt: endsAt } : {};
}
