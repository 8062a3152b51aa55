import type { CheckInInput, OwnerReport } from '@farwatch/core/contracts/calls/check-in';
import type { SpooledCheck } from '../spool/line.ts';
import type { VerdictToReport } from '../verdict/verdict-to-report.ts';

/**
 * Builds the owners' parts of a report: their checks and verdicts, all of an owner under one generation. A verdict
 * under another generation than the owner's checks waits for the next report. `includedKeys` are the keys of the
 * verdicts in the report.
 */
export function buildOwners(
  checks: readonly SpooledCheck[],
  verdicts: readonly VerdictToReport[],
): { owners: CheckInInput['owners']; includedKeys: string[] } {
  const owners: Record<string, OwnerReport> = {};
  const includedKeys: string[] = [];
  for (const { ownerId, generation, check } of checks) part(owners, ownerId, generation)?.checks.push(check);
  for (const { key, ownerId, generation, rev, endpoint, verdict } of verdicts) {
    const own = part(owners, ownerId, generation);
    if (!own) continue;
    if ('up' in verdict) own.verdicts[endpoint] = { ...verdict, rev };
    else own.withdrawn = { ...own.withdrawn, [endpoint]: { ...verdict, rev } };
    includedKeys.push(key);
  }
  return { owners, includedKeys };
}

/** Returns the owner's part of the report, created if missing; null if it is under another generation. */
function part(owners: Record<string, OwnerReport>, ownerId: string, generation: number): OwnerReport | null {
  owners[ownerId] ??= { generation, checks: [], verdicts: {} };
  return owners[ownerId].generation === generation ? owners[ownerId] : null;
}

/** Returns the verdicts that may be reported: no down verdicts while the agent abstains. */
export function reportable(verdicts: readonly VerdictToReport[], abstaining: boolean): VerdictToReport[] {
  return verdicts.filter(({ verdict }) => !abstaining || !('up' in verdict) || verdict.up);
}
