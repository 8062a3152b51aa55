import type { CheckInInput, OwnerReport } from '@farwatch/core/calls/check-in';
import type { Verdict, Withdrawal } from '@farwatch/core/documents/flip';
import type { SpooledCheck } from '../spool/line.ts';

/** A verdict to report, or its withdrawal, with its owner's endpoint and the present gen and revision. */
export type ReportedVerdict = {
  key: string;
  owner: string;
  gen: number;
  rev: number;
  endpoint: string;
  verdict: Verdict | Withdrawal;
};

/**
 * The owners' parts of a report: their checks and verdicts, all of an owner under one gen. A verdict under another gen
 * than the owner's checks waits for the next report; `carried` are the keys of those included.
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
    if ('up' in verdict) own.verdicts[endpoint] = { ...verdict, rev };
    else own.withdrawn = { ...own.withdrawn, [endpoint]: { ...verdict, rev } };
    carried.push(key);
  }
  return { owners, carried };
}

function part(owners: Record<string, OwnerReport>, owner: string, gen: number): OwnerReport | null {
  owners[owner] ??= { gen, checks: [], verdicts: {} };
  return owners[owner].gen === gen ? owners[owner] : null;
}

/** The verdicts that may be reported: no down verdicts while the agent abstains. */
export function reportable(verdicts: readonly ReportedVerdict[], abstaining: boolean): ReportedVerdict[] {
  return verdicts.filter(({ verdict }) => !abstaining || !('up' in verdict) || verdict.up);
}
