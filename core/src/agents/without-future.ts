import type { CheckInInput, OwnerReport } from '../calls/check-in.ts';
import { AGENT } from '../limits.ts';

/**
 * The report as far as it can be true at `nowMs` (epoch ms): without the checks that began later than any right clock
 * says, which `futureChecks` counts, and with every verdict since now at the latest. All else stays.
 */
export function withoutFuture(report: CheckInInput, nowMs: number): { report: CheckInInput; futureChecks: number } {
  let futureChecks = 0;
  const owners = Object.entries(report.owners).map(([owner, part]): [string, OwnerReport] => {
    const checks = part.checks.filter(({ at }) => at <= nowMs + AGENT.aheadMs);
    futureChecks += part.checks.length - checks.length;
    const verdicts = Object.entries(part.verdicts).map(([id, verdict]) => [
      id,
      { ...verdict, since: Math.min(verdict.since, nowMs) },
    ]);
    return [owner, { ...part, checks, verdicts: Object.fromEntries(verdicts) }];
  });
  return { report: { ...report, owners: Object.fromEntries(owners) }, futureChecks };
}
