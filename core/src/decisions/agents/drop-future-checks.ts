import type { CheckInInput, OwnerReport } from '../../contracts/calls/check-in.ts';
import { AGENT } from '../../values/limits.ts';

/**
 * The report without what cannot be true at `nowMs` (epoch ms): without checks later than any right clock says, which
 * `futureChecks` counts, and with every verdict and withdrawal dated now at the latest.
 */
export function dropFutureChecks(report: CheckInInput, nowMs: number): { report: CheckInInput; futureChecks: number } {
  let futureChecks = 0;
  const owners = Object.entries(report.owners).map(([ownerId, part]): [string, OwnerReport] => {
    const checks = part.checks.filter(({ at }) => at <= nowMs + AGENT.aheadMs);
    futureChecks += part.checks.length - checks.length;
    const verdicts = sinceNow(part.verdicts, nowMs);
    const withdrawn = part.withdrawn && { withdrawn: sinceNow(part.withdrawn, nowMs) };
    return [ownerId, { ...part, checks, verdicts, ...withdrawn }];
  });
  return { report: { ...report, owners: Object.fromEntries(owners) }, futureChecks };
}

function sinceNow<T extends { since: number }>(told: Record<string, T>, nowMs: number): Record<string, T> {
  return Object.fromEntries(
    Object.entries(told).map(([id, one]) => [id, { ...one, since: Math.min(one.since, nowMs) }]),
  );
}
