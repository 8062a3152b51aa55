import type { CheckInInput, OwnerReport } from '../../contracts/calls/check-in.ts';
import { AGENT } from '../../values/limits.ts';

/**
 * Removes checks later than any correct clock shows (`futureChecks` counts them), and dates every verdict and
 * withdrawal `nowMs` at the latest.
 */
export function dropFutureChecks(report: CheckInInput, nowMs: number): { report: CheckInInput; futureChecks: number } {
  let futureChecks = 0;
  const owners = Object.entries(report.owners).map(([ownerId, part]): [string, OwnerReport] => {
    const checks = part.checks.filter(({ at }) => at <= nowMs + AGENT.aheadMs);
    futureChecks += part.checks.length - checks.length;
    const verdicts = limitSince(part.verdicts, nowMs);
    const withdrawn = part.withdrawn && { withdrawn: limitSince(part.withdrawn, nowMs) };
    return [ownerId, { ...part, checks, verdicts, ...withdrawn }];
  });
  return { report: { ...report, owners: Object.fromEntries(owners) }, futureChecks };
}

function limitSince<T extends { since: number }>(parts: Record<string, T>, nowMs: number): Record<string, T> {
  return Object.fromEntries(
    Object.entries(parts).map(([id, one]) => [id, { ...one, since: Math.min(one.since, nowMs) }]),
  );
}
