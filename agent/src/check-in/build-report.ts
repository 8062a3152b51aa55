import type { CheckInInput, OwnerReport } from '@farwatch/core/calls/check-in';
import type { Verdict } from '@farwatch/core/documents/flip';
import type { SpooledCheck } from '../spool/line.ts';

/** A verdict to report, with whose endpoint it is and the gen and revision it is assigned under now. */
export type ReportedVerdict = {
  key: string;
  owner: string;
  gen: number;
  rev: number;
  endpoint: string;
  verdict: Verdict;
};

/**
 * The owners' parts of a report: their checks and verdicts, all of an owner under one gen. A verdict under another gen
 * than the owner's checks is left for the next report; `carried` are the keys of those that are in this one.
 */
export function buildOwners(
  checks: readonly SpooledCheck[],
  verdicts: readonly ReportedVerdict[],
): { owners: CheckInInput['owners']; carried: string[] } {
  const owners: Record<string, OwnerReport> = {};
  const carried: string[] = [];
  for (const { owner, gen, check } of checks) part(owners, owner, gen)?.checks.push(check);
  for (const { key, owner, gen, rev, endpoint, verdict } of verdicts) {
    const own = part(owners, owner, gen);
    if (!own) continue;
    own.verdicts[endpoint] = { ...verdict, rev };
    carried.push(key);
  }
  return { owners, carried };
}

function part(owners: Record<string, OwnerReport>, owner: string, gen: number): OwnerReport | null {
  owners[owner] ??= { gen, checks: [], verdicts: {} };
  return owners[owner].gen === gen ? owners[owner] : null;
}

/** The verdicts that may be told: while the agent abstains it calls nothing down (design 4). */
export function tellable(verdicts: readonly ReportedVerdict[], abstaining: boolean): ReportedVerdict[] {
  return verdicts.filter(({ verdict }) => verdict.up || !abstaining);
}
