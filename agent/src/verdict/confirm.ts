import type { Verdict } from '@farwatch/core/documents/verdict-change';
import { certificateWarningMs } from '@farwatch/core/values/certificate';
import { type CheckError, mayBeLoss } from '@farwatch/core/values/check';
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
};

/** An endpoint's confirmed verdict, and since when checks contradict it or, before any verdict, fail (epoch ms). */
export type VerdictState = { verdict: Verdict | null; unconfirmedSince: number | null };

/**
 * `recheckAt`: when a change needs its second check; null for none. `confirmed`: the verdict that this check confirmed.
 */
export type Confirmation = { state: VerdictState; recheckAt: number | null; confirmed: 'up' | 'down' | null };

export const NO_VERDICT: VerdictState = { verdict: null, unconfirmedSince: null };

/**
 * Takes in one finding (docs/agent.md, Verdict): two failures 2 s apart make an endpoint down, two successes 2 s
 * apart make it up again; the very first success counts at once. `nowMs` is when the check ended. `confirmedElsewhere`: another
 * location has confirmed the failure, so that one here counts at once, unless lost packets may have caused it.
 */
export function confirm(
  { verdict, unconfirmedSince }: VerdictState,
  finding: Finding,
  nowMs: number,
  confirmedElsewhere = false,
): Confirmation {
  const up = finding.error === null;
  if (verdict?.up === up) return conclude(refreshed(verdict, finding, nowMs), null);
  const isAlone = finding.error === null ? verdict === null : confirmedElsewhere && !mayBeLoss(finding.error);
  const isConfirmed = unconfirmedSince !== null || isAlone;
  if (!isConfirmed) {
    return {
      state: { verdict, unconfirmedSince: finding.atMs },
      recheckAt: nowMs + CONFIRM_AFTER_MS,
      confirmed: null,
    };
  }
  const since = verdict === null && up ? finding.atMs : (unconfirmedSince ?? finding.atMs);
  return conclude(newVerdict(finding, since, verdict, nowMs), up ? 'up' : 'down');
}

/** The same state without its unconfirmed change: results without connectivity do not count. */
export function dropUnconfirmed({ verdict }: VerdictState): VerdictState {
  return { verdict, unconfirmedSince: null };
}

function conclude(verdict: Verdict, confirmed: Confirmation['confirmed']): Confirmation {
  return { state: { verdict, unconfirmedSince: null }, recheckAt: null, confirmed };
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

/** The certificate's end, once it is warned of. A failed check that saw no certificate leaves what was known of it. */
function certificate(finding: Finding, before: Verdict | null, nowMs: number): Pick<Verdict, 'certificateEndsAt'> {
  const unseen = finding.error !== null && finding.certificateEndsAtMs === null;
  if (unseen) return before?.certificateEndsAt === undefined ? {} : { certificateEndsAt: before.certificateEndsAt };
  const { certificateStartsAtMs: startsAt = null, certificateEndsAtMs: endsAt } = finding;
  const isSoon = endsAt !== null && endsAt - nowMs <= certificateWarningMs(startsAt, endsAt);
  return isSoon ? { certificateEndsAt: endsAt } : {};
}
