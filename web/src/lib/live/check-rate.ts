import type { DashboardSummary } from '@farwatch/core/contracts/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { User } from '@farwatch/core/documents/user';
import type { Votes } from '@farwatch/core/values/vote';

/** The account's check interval, min, and the time of its last check, epoch ms; null while unknown. */
export type CheckRate = { mins: number | null; lastCheckMs: number | null };

/**
 * The rate from the live documents and the summary. Only the summary includes checks that changed nothing; the
 * documents show a changed verdict first.
 */
export function checkRate(
  summary: DashboardSummary | undefined,
  profile: Pick<User, 'monitorInterval'> | null | undefined,
  monitors: readonly Pick<Monitor, 'endpoints'>[],
): CheckRate {
  const { mins, lastCheck } = summary?.monitorInterval ?? { mins: null, lastCheck: null };
  const votes = monitors.flatMap(({ endpoints }) => Object.values(endpoints).map((endpoint) => endpoint.votes));
  return { mins: profile?.monitorInterval ?? mins, lastCheckMs: lastCheckMs(lastCheck, votes) };
}

/**
 * The time of the last check, epoch ms: `fromApi` (ISO), or a later verdict change. Null without `fromApi`,
 * because verdicts alone may be days old.
 */
export function lastCheckMs(fromApi: string | null, votes: readonly Votes[]): number | null {
  if (fromApi === null) return null;
  const counting = votes.flatMap((each) => Object.values(each)).filter((vote) => vote.withdrawn === undefined);
  return counting.reduce((latest, { since }) => Math.max(latest, since), Date.parse(fromApi));
}
